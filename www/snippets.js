// What an author pastes to show the explainer elsewhere, in the language of each place. The how-tos in docs/hosts have
// the same texts, and tests hold the two together.

import { inMarkdown } from './address.js';

/** The words of every link. */
const TITLE = 'How full is your KV cache?';

/** How high the explainer is in a notebook, where nothing fits the frame to it, in CSS pixels. */
const NOTEBOOK_HEIGHT = 5920;

/** Stands for the address of the site where a page does not know its own. */
export const EXAMPLE_SITE = 'https://example.org/explainer/';

/**
 * @typedef {object} Snippet
 * @property {string} place where it goes, for people
 * @property {string} note what else that place needs, and what comes of it
 * @property {string} text what to paste
 */

/**
 * The snippets that show one state, by groups of places.
 *
 * @param {string} site address of the folder that has embed.html, with a slash at its end
 * @param {(address: string) => string} addressOf adds to an address the query that leads to the state
 * @returns {Map<string, Snippet[]>}
 */
export function snippets(site, addressOf) {
  const page = addressOf(site);
  const framed = addressOf(`${site}embed.html`);
  const frame = frameOf(site, framed);
  return new Map([
    ['Any page', [
      {
        place: 'HTML, in a frame',
        note: 'A link that becomes a frame as high as what is in it. It stays a link where frames do not work.',
        text: frame,
      },
      {
        place: 'HTML, as an element',
        note: 'Part of the page, without a frame. The server has to let other sites use its scripts (Access-Control-Allow-Origin), or be that of the page.',
        text: elementOf(site, page),
      },
      {
        place: 'Markdown, as a link',
        note: 'For places that let no frame through, such as GitHub.',
        text: `[${TITLE}](${inMarkdown(page)})`,
      },
    ]],
    ['Documentation tools', [
      { place: 'mdBook', note: 'For any chapter, with an empty line before and after.', text: frame },
      { place: 'Material for MkDocs', note: 'For any page, with an empty line before and after.', text: frame },
      {
        place: 'Sphinx, in Markdown (MyST)',
        note: 'For any page.',
        text: `\`\`\`{raw} html\n${frame}\n\`\`\``,
      },
      {
        place: 'Sphinx, in reStructuredText',
        note: 'For any page.',
        text: `.. raw:: html\n\n${indented(frame)}`,
      },
      {
        place: 'Docusaurus',
        note: 'For any page. React leaves alone what is set like this, and so the frame.',
        text: `import Head from '@docusaurus/Head';\n\n<Head>\n  ${scriptOf(site)}\n</Head>\n`
          + `<div dangerouslySetInnerHTML={{ __html: \`${linkOf(framed)}\` }} />`,
      },
      {
        place: 'VitePress',
        note: 'For any page, with an empty line before and after. Vue takes no script element that is written as one.',
        text: `${linkOf(framed)}\n<component :is="'script'" defer src="${escaped(site)}embed.js"></component>`,
      },
      {
        place: 'Quarto',
        note: 'For any page that becomes HTML.',
        text: `\`\`\`{=html}\n${frame}\n\`\`\``,
      },
      {
        place: 'Hugo',
        note: 'For a shortcode, such as layouts/shortcodes/kv-cache.html: in Markdown itself, Hugo leaves HTML out.',
        text: frame,
      },
      {
        place: 'Jupyter',
        note: 'For a cell of Python. Nothing tells the frame its height and theme there: theme=dark in the address makes it dark.',
        text: `from IPython.display import IFrame\n\nIFrame("${framed}", width="100%", height=${NOTEBOOK_HEIGHT})`,
      },
    ]],
  ]);
}

/**
 * @param {string} site
 * @param {string} framed
 */
function frameOf(site, framed) {
  return `${linkOf(framed)}\n${scriptOf(site)}`;
}

/** @param {string} framed */
function linkOf(framed) {
  return `<a data-paged-attention-explainer href="${escaped(framed)}">${TITLE}</a>`;
}

/** @param {string} site */
function scriptOf(site) {
  return `<script defer src="${escaped(site)}embed.js"></script>`;
}

/**
 * @param {string} site
 * @param {string} page
 */
function elementOf(site, page) {
  const attributes = [...new URL(page).searchParams].map(([name, value]) => ` ${name}="${escaped(value)}"`).join('');
  return `<script type="module" src="${escaped(site)}www/define.js"></script>\n`
    + `<paged-attention-explainer${attributes}>\n  <a href="${escaped(page)}">${TITLE}</a>\n</paged-attention-explainer>`;
}

/** @param {string} text */
function escaped(text) {
  // An empty line would end the element in Markdown.
  return text.replace(/[&"<\r\n]/g, (character) => `&#${character.charCodeAt(0)};`).replaceAll('&#38;', '&amp;');
}

/** @param {string} text */
function indented(text) {
  return text.replace(/^/gm, '   ');
}

// What `fetch` is in dist/standalone.html. There is nothing to fetch from; what the modules ask for is in the script.
// The bundler puts this in the place of the global function, gives the modules `inlined:///` for their address, and
// loads what is imported here as text and bytes.
import module from 'module.wasm.gz';
import explainer from '../../../dist/www/explainer.css';
import tokens from '../../../dist/www/tokens.css';

const FILES = {
  '/explainer.css': () => new Response(explainer),
  '/tokens.css': () => new Response(tokens),
  '/pkg/paged_attention_explainer_bg.wasm': () => new Response(
    new Blob([module]).stream().pipeThrough(new DecompressionStream('gzip')),
    { headers: { 'content-type': 'application/wasm' } },
  ),
};

/** @param {URL} url */
export async function fetch(url) {
  return FILES[url.pathname]?.() ?? new Response(null, { status: 404 });
}

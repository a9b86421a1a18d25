import howTo from './how-to.js';

/** @type {import('vitepress').UserConfig} */
export default {
  ...howTo,
  title: 'A site',
  base: '/vitepress/',
  themeConfig: {
    nav: [],
    sidebar: ['index', 'frame', 'element', 'after'].map((page) => ({ text: page, link: `/${page}` })),
  },
};

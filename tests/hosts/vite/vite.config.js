import howTo from './how-to.js';

/** @type {import('vite').UserConfig} */
export default {
  ...howTo,
  // From any folder of a server.
  base: './',
  build: { rollupOptions: { input: 'element.html' } },
};

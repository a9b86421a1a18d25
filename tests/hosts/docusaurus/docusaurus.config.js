/** @type {import('@docusaurus/types').Config} */
export default {
  title: 'A site',
  url: 'https://docs.example.org',
  baseUrl: '/docusaurus/',
  onBrokenLinks: 'throw',
  presets: [['classic', { docs: { routeBasePath: '/', sidebarPath: undefined }, blog: false, pages: false }]],
};

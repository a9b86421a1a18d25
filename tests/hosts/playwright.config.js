// The tests of the hosts' sites. `cargo xtask test --hosts` builds and serves them, and says where.
import { defineConfig } from '@playwright/test';
import page from '../../playwright.config.js';

const { launchOptions } = page.use ?? {};

export default defineConfig({
  ...page,
  testDir: '.',
  outputDir: '../../test-results/hosts',
  use: {
    ...page.use,
    launchOptions: {
      ...launchOptions,
      // Whatever these sites ask for of other servers, they do not get: the explainer's is played by a test.
      args: [...launchOptions?.args ?? [], '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
    },
  },
});

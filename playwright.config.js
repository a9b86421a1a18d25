// The browser tests. `cargo xtask test` builds and serves the page, and says where it and the browser are.
import { defineConfig, devices } from '@playwright/test';

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results/page',
  reporter: 'list',
  forbidOnly: true,
  fullyParallel: true,
  workers: 2,
  // On a busy machine a frame may come late: what fails twice, fails.
  retries: 1,
  use: {
    baseURL: process.env.BASE_URL,
    launchOptions: {
      executablePath: process.env.BROWSER_PATH || undefined,
      args: [
        // Chromium refuses to start as root, as in a container, with its sandbox on.
        '--no-sandbox',
        // Tests load nothing but the page, and neither should the browser.
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  projects: [{ name: 'chromium', use: devices['Desktop Chrome'] }],
});

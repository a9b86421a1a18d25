// The types of the package, as a consumer's compiler sees them, without leniency towards libraries.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { FOLDER, NAME, ROOT } from './consumer.js';

writeFileSync(join(FOLDER, 'consumer.ts'), `
  import '${NAME}/define';
  import { compare, PagedAttentionExplainer, type CompareOptions, type Summary } from '${NAME}';

  const options: CompareOptions = { sequences: 10, maxLength: 64, blockSize: 1, seed: 0, mean: 1.5 };
  const summary: Summary = await compare(options);
  const { pagedSlots, memoryReduction }: { pagedSlots: number, memoryReduction: number } = await compare();

  const element = document.createElement('${NAME}');
  const same: PagedAttentionExplainer & HTMLElement = element;
  element.blockSize = pagedSlots;
  element.theme = 'dark';
  await element.ready;
  const share: number | undefined = element.summary?.pagedUtilization;
  const address: string = element.addressOf(document.URL);
  element.reset();
  customElements.define('another-name', class extends PagedAttentionExplainer {});

  // @ts-expect-error there is no such field
  compare({ blocksize: 1 });
  // @ts-expect-error a number is wanted
  compare({ seed: '1' });
  // @ts-expect-error it is frozen
  summary.tokens = 1;
  // @ts-expect-error it is read, not set
  element.summary = null;
  // @ts-expect-error a number is wanted
  element.seed = 'x';
  // @ts-expect-error there is no such module
  import('${NAME}/lib/engine.js');

  export { same, share, address, memoryReduction };
`);
writeFileSync(join(FOLDER, 'package.json'), JSON.stringify({ type: 'module' }));

for (const [moduleResolution, module] of [['bundler', 'esnext'], ['nodenext', 'nodenext']]) {
  test(`types hold with moduleResolution ${moduleResolution}`, () => {
    const config = join(FOLDER, `tsconfig.${moduleResolution}.json`);
    writeFileSync(config, JSON.stringify({
      compilerOptions: {
        module, moduleResolution, target: 'es2022', lib: ['es2022', 'dom'], types: [],
        strict: true, noEmit: true, skipLibCheck: false, exactOptionalPropertyTypes: true,
      },
      files: ['consumer.ts'],
    }));
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    const { status, stdout } = spawnSync(process.execPath, [tsc, '--project', config], { encoding: 'utf8' });
    assert.equal(status, 0, stdout);
  });
}

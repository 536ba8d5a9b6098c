import assert from 'node:assert/strict';
import { newerVersion, SEEN_VERSIONS } from '../../../src/core/conversation/program-version.ts';
import { SEEN_PROGRAMS } from '../../../src/core/programs/deliveries.ts';
import { cli } from '../../support/command-line.ts';
import { copilotCli, text } from '../../support/conversations.ts';

describe('The version of a program that wrote a session', () => {
  it('is compared with the one that the laboratory runs', () => {
    const seen = new Map(SEEN_PROGRAMS.map(({ id, version }) => [id, version]));
    for (const [format, version] of Object.entries(SEEN_VERSIONS)) assert.equal(version, seen.get(format.replace('-session', '')), format);
  });

  it('is told where it is newer, number by number, and nowhere else', () => {
    const told = (programVersion?: string): string | undefined =>
      newerVersion({ format: 'codex', ...(programVersion !== undefined && { programVersion }) })?.written;
    assert.deepEqual(['0.169.1', '0.1000.0', '1.0.0-alpha.2', '0.169.0', '0.99.5', 'dev', undefined].map(told), [
      '0.169.1',
      '0.1000.0',
      '1.0.0',
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    assert.equal(newerVersion({ format: 'anthropic', programVersion: '9.0.0' }), undefined);
  });

  it('is said on the command line', async () => {
    const session = copilotCli([{ user: [text('Look.')] }, { assistant: 'Good.' }]);
    const words = async (input: string): Promise<string> => (await cli(['doctor', '-'], { input })).stdout;
    assert.doesNotMatch(await words(session), /^Version/m);
    assert.match(
      await words(session.replaceAll('1.0.102', '1.1.0')),
      /^Version +1\.1\.0, newer than 1\.0\.102, the last version known here/m,
    );
  });
});

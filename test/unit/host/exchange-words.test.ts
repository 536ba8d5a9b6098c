import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { importServices as readServices } from '../../../src/core/models/exchange/exchange-services.ts';
import { notCarriedText } from '../../../src/host/services/exchange/export-services.ts';
import { failureText } from '../../../src/host/services/exchange/import-services.ts';
import { problemMessage } from '../../../src/host/screen/sentence-text.ts';

describe('what is said of importing and exporting model services', () => {
  it('says in the words of the screen what is wrong with a file, not in those of the core', async () => {
    const uri = vscode.Uri.file('/x/a.json');
    const [json, yaml] = [
      await readServices('{ "a": ', { filename: 'a.json' }),
      await readServices('a: [\n  b: {', { filename: 'a.yaml' }),
    ];
    assert.ok(!json.ok && !yaml.ok && json.problem && yaml.place);
    const inOtherWords = { detail: 'English' };
    assert.equal(failureText(uri, { ...json, ...inOtherWords }), `a.json cannot be read, line 1: ${problemMessage(json.problem)}`);
    assert.equal(
      failureText(uri, { ...yaml, ...inOtherWords }),
      `a.json cannot be read: line ${yaml.place.line}, column ${yaml.place.column}`,
    );
    assert.equal(failureText(uri, { ok: false, reason: 'unreadable', ...inOtherWords }), 'a.json cannot be read.');
  });

  it('tells what is left behind, each kind once, and never a key', () => {
    const text = notCarriedText([
      { path: ['model_list', 0, 'api_key'], code: 'literal_key', params: {} },
      { path: ['model_list', 1, 'api_key'], code: 'literal_key', params: {} },
      { path: [], code: 'field_without_place', params: { field: 'a\nb' } },
    ]);
    assert.equal(
      text,
      'model_list[0].api_key: The key is left out: keys are never copied between files. Use an environment variable: "${NAME}". (and 1 more like it)\nThe file: "a\ufffdb" has no equivalent.\n',
    );
  });
});

import assert from 'node:assert/strict';
import { type DocumentNode, ELEMENT_NAMES, TreeBuilder } from '../../../webview/preview/document/document-node.ts';
import { readDocx } from '../../../webview/preview/document/read-docx.ts';
import { readHtml } from '../../../webview/preview/document/read-html.ts';
import { readNotebook } from '../../../webview/preview/document/read-notebook.ts';
import { readXlsx } from '../../../webview/preview/document/read-xlsx.ts';
import { makeDocx, makeXlsx } from '../../webview/document-samples.ts';

/** Names that every object answers to. */
const INHERITED = ['constructor', 'toString', 'valueOf', 'hasOwnProperty'];

/** The texts of a document; each of its elements is one that the page draws. */
function textsOf(nodes: readonly DocumentNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node;
      if (node.kind === 'cell') return textsOf([...node.input, ...node.output]);
      if (node.kind !== 'element') return '';
      assert.ok(ELEMENT_NAMES.includes(node.name), `no element is named ${String(node.name)}`);
      return textsOf(node.children);
    })
    .join('');
}

describe('[L-7] elements named as what every object has', () => {
  for (const name of INHERITED) {
    it(`<${name}> leaves its text in HTML, in a notebook, in a document of a word processor and in a workbook`, () => {
      const html = new TreeBuilder();
      readHtml(`<p>before <${name}>in</${name}> after</p>`, html);
      assert.equal(textsOf(html.nodes), 'before in after');

      const notebook = new TreeBuilder();
      const output = { output_type: 'display_data', data: { 'text/html': `before <${name}>in</${name}> after` } };
      readNotebook(JSON.stringify({ nbformat: 4, cells: [{ cell_type: 'code', source: '', outputs: [output] }] }), notebook);
      assert.equal(textsOf(notebook.nodes), 'before in after');

      const docx = new TreeBuilder();
      const run = `<w:rPr><w:${name}/><w:vertAlign w:val="${name}"/></w:rPr>`;
      readDocx(makeDocx(`<w:p><w:r>${run}<w:t>in</w:t></w:r></w:p>`), docx);
      assert.equal(textsOf(docx.nodes), 'in');

      const workbook = readXlsx(makeXlsx({ [name]: `<row><c t="inlineStr"><is><${name}/><t>in</t></is></c></row>` }));
      assert.equal(workbook.kind === 'tables' && workbook.tables[0]?.name, name);
      assert.equal(workbook.kind === 'tables' && workbook.tables[0]?.grid.text, 'in');
    });
  }
});

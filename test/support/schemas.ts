import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';

const folder = path.join(import.meta.dirname, '../fixtures/schemas');

/** Any URI or relative reference (RFC 3986): percent-encoded, without spaces, brackets outside a host, and backslashes. */
const REFERENCE = /^(?:[a-z][a-z\d+.-]*:)?(?:[\w.~!$&'()*+,;=:@/?#-]|%[\da-f]{2})*$/i;

/**
 * A published schema as a check: those of SARIF 2.1.0 (OASIS, errata 01) and of `server.json` (MCP registry, 2025-12-11) are copied as they
 * are, without the latter's examples of addresses of registries.
 */
export function publishedSchema(name: 'sarif-2.1.0' | 'mcp-server-2025-12-11'): ValidateFunction {
  const { $schema, id, $id, ...schema } = JSON.parse(readFileSync(path.join(folder, `${name}.json`), 'utf8')) as Record<string, unknown>;
  if ($schema === undefined || (id ?? $id) === undefined) throw new Error(`${name} is no schema`);
  const ajv = new Ajv({ strict: false, allErrors: true });
  ajv.addFormat('uri', (text: string) => URL.canParse(text) && REFERENCE.test(text));
  ajv.addFormat('uri-reference', REFERENCE);
  ajv.addFormat('date-time', (text: string) => !Number.isNaN(Date.parse(text)));
  return ajv.compile(schema);
}

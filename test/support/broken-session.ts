/** A session of Claude Code as it is after a picture was stored that the API refuses: every request fails from then on. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

const fixture = (name: string): string => readFileSync(path.resolve(import.meta.dirname, '../fixtures', name)).toString('base64');
const diagram = fixture('project/docs/diagram.png');

interface SessionOptions {
  readonly title?: string;
  /** Messages of a person and answers before the broken ones. */
  readonly turns?: number;
  /** Pictures in one message: beside 20, a large one is too large for the API. */
  readonly pictures?: number;
  /** How many of them are large; all, if not said. Making each smaller takes its time. */
  readonly large?: number;
}

/** The lines of the file: a picture of a false type, an empty text, base64 in a text, a call without a result, and too many large pictures. */
export function brokenSession({ title = 'Fix the gateway', turns = 4, pictures = 20, large = pictures }: SessionOptions = {}): string {
  let last: string | null = null;
  let count = 0;
  const line = (type: 'user' | 'assistant', message: object, more: object = {}): string => {
    const uuid = `u${++count}`;
    const timestamp = new Date(Date.UTC(2026, 10, 1, 10, count)).toISOString();
    const common = { uuid, parentUuid: last, sessionId: 's', cwd: '/project', isSidechain: false, timestamp };
    last = uuid;
    return JSON.stringify({ type, ...common, ...more, message: { role: type, ...message } });
  };
  const answer = (id: string, ...content: object[]): string => line('assistant', { id, model: 'claude-opus-4-5', content });
  const picture = (type: string, data = diagram): object => ({ type: 'image', source: { type: 'base64', media_type: type, data } });
  const small = large < pictures ? fixture('agent-society-root/data/runtime/artifacts/31.png') : '';
  const lines = [JSON.stringify({ type: 'summary', summary: title, leafUuid: 'u1' })];
  for (let turn = 1; turn <= turns; turn++) {
    lines.push(line('user', { content: `Question ${turn}: what does the gateway do at noon?` }));
    lines.push(answer(`m${turn}`, { type: 'text', text: `It forwards what it received, as in answer ${turn}.` }));
  }
  lines.push(
    line('user', {
      content: [
        { type: 'text', text: 'Look at these' },
        ...Array.from({ length: pictures }, (_, at) => picture('image/png', at < large ? diagram : small)),
      ],
    }),
    answer(
      'a1',
      { type: 'thinking', thinking: 'Pictures.', signature: 'x' },
      { type: 'tool_use', id: 't1', name: 'Read', input: { file_path: 'docs/diagram.png' } },
    ),
    line(
      'user',
      { content: [{ type: 'tool_result', tool_use_id: 't1', content: [picture('image/jpeg')] }] },
      { toolUseResult: { type: 'image', file: { base64: diagram, type: 'image/jpeg', originalSize: 1 } } },
    ),
    answer(
      'a2',
      { type: 'text', text: 'I see a gateway.' },
      { type: 'tool_use', id: 't9', name: 'Bash', input: { command: 'ls -l docs' } },
    ),
    line('user', {
      content: [
        { type: 'text', text: '' },
        { type: 'text', text: `This is what the tool said: ${diagram.slice(0, 4000)}` },
      ],
    }),
  );
  return `${lines.join('\n')}\n`;
}

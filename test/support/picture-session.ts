/** A healthy session of Claude Code in which the same picture is stored again and again. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

const DIAGRAM = path.resolve(import.meta.dirname, '../fixtures/project/docs/diagram.png');

/** Its lines. @param times how often the picture is in it */
export function pictureSession(times: number): string {
  const data = readFileSync(DIAGRAM).toString('base64');
  const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data } };
  let parentUuid: string | null = null;
  const line = (uuid: string, type: 'user' | 'assistant', message: object, at: number): string => {
    const timestamp = new Date(Date.UTC(2026, 10, 20, 10, at)).toISOString();
    const made = { type, uuid, parentUuid, sessionId: 's', cwd: '/p', timestamp, message: { role: type, ...message } };
    parentUuid = uuid;
    return `${JSON.stringify(made)}\n`;
  };
  return Array.from({ length: times }, (_, at) =>
    [
      line(`u${at}`, 'user', { content: [{ type: 'text', text: `What is new in state ${at + 1}?` }, picture] }, at),
      line(
        `a${at}`,
        'assistant',
        { id: `msg_${at}`, model: 'claude-opus-4-5', content: [{ type: 'text', text: 'The gateway, at noon.' }] },
        at,
      ),
    ].join(''),
  ).join('');
}

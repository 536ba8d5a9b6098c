import { png } from './media-bytes.ts';

/** What is written into the same file, one call after the other. */
interface Writing {
  readonly cwd: string;
  /** Absolute. */
  readonly file: string;
  readonly contents: readonly string[];
  /** A PNG; default: the header of one, 30 × 20. */
  readonly picture?: Uint8Array;
}

/** A session of Claude Code that begins with a picture, and in which a file was written. */
export function writingSession({ cwd, file, contents, picture = png(30, 20) }: Writing): string {
  let lines = 0;
  const line = (type: 'user' | 'assistant', content: unknown, more: object = {}): string =>
    `${JSON.stringify({
      type,
      uuid: `l${++lines}`,
      parentUuid: lines === 1 ? null : `l${lines - 1}`,
      sessionId: 's',
      cwd,
      message: { role: type, content },
      ...more,
    })}\n`;
  const write = (content: string, at: number): string => {
    const id = `t${at + 1}`;
    const result = { tool_use_id: id, type: 'tool_result', content: 'File created successfully' };
    return (
      line('assistant', [{ type: 'tool_use', id, name: 'Write', input: { file_path: file, content } }]) +
      line('user', [result], { toolUseResult: { type: 'create', filePath: file, content } })
    );
  };
  const source = { type: 'base64', media_type: 'image/png', data: Buffer.from(picture).toString('base64') };
  return (
    line('user', [
      { type: 'image', source },
      { type: 'text', text: 'Write a plan of this' },
    ]) + contents.map(write).join('')
  );
}

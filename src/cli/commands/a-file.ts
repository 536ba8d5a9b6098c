import path from 'node:path';
import { isStored } from '../../platform/session-input.ts';
import type { Invocation } from '../command.ts';
import { openContent } from '../contents.ts';
import { beginsAsOther } from '../conversation-file.ts';
import { diagnose } from './conversation.ts';
import { route } from './route.ts';

/** A file in the place of a command: what is wrong with the conversation in it; of any other file, and of several, what models receive. */
export async function aFile(invocation: Invocation): Promise<number> {
  const models = invocation.every('model');
  const [file = '', ...others] = invocation.positionals;
  if (others.length > 0 || models.length > 1) return route(invocation);
  if (!(await isStored(path.resolve(invocation.folder, file)))) {
    // By its beginning: to learn of a film or a log of gigabytes that it is no conversation would take reading it.
    const { isBinary } = await (await openContent(file, invocation)).inspect();
    if (isBinary || (await beginsAsOther(file, invocation))) return route(invocation);
  }
  const ofOne = { ...invocation, option: (name: string) => (name === 'model' ? models[0] : invocation.option(name)) };
  return diagnose(ofOne, () => route(invocation));
}

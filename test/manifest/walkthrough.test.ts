import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Manifest, readJson, repository } from './sources.ts';

interface Step {
  id: string;
  title: string;
  description: string;
  media: { image: string; altText: string };
  completionEvents?: string[];
}

const { contributes } = readJson<Manifest>('package.json');
const steps = (contributes['walkthroughs'] as { steps: Step[] }[]).flatMap((walkthrough) => walkthrough.steps);
const commands = contributes.commands.map(({ command }) => command);
const english = readJson<Record<string, string>>('package.nls.json');
const chinese = readJson<Record<string, string>>('package.nls.zh-cn.json');
const onScreen = readJson<Record<string, string>>('media/l10n/bundle.l10n.zh-cn.json');

const said = (step: Step, language: Record<string, string>): string => language[step.description.slice(1, -1)] ?? '';
const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, group = '']) => group);
const commandsIn = (text: string): string[] => found(text, /\]\(command:([^)?]+)\)/g);
const boldIn = (text: string): string[] => found(text, /\*\*([^*]+)\*\*/g);

describe('The walkthrough', () => {
  it('has buttons that run declared commands, the same ones in both languages', () => {
    for (const step of steps) {
      const buttons = commandsIn(said(step, english));
      assert.notDeepEqual(buttons, [], step.id);
      assert.deepEqual(commandsIn(said(step, chinese)), buttons, step.id);
      for (const button of buttons) assert.ok(commands.includes(button), button);
    }
  });

  it('names in bold what a person finds under this very name, in both languages', () => {
    for (const [language, labels] of [
      [english, Object.keys(onScreen)],
      [chinese, Object.values(onScreen)],
    ] as const) {
      const titles = contributes.commands.map(({ title }) => language[title.slice(1, -1)] ?? '');
      const names = steps.flatMap((step) => boldIn(said(step, language)));
      assert.notDeepEqual(names, []);
      assert.deepEqual(
        names.filter((name) => !titles.includes(name) && !labels.includes(name)),
        [],
      );
    }
  });

  it('ticks a step by a declared command, or by a context that the sources set', () => {
    const names = readdirSync(path.join(repository, 'src/host'), { recursive: true, encoding: 'utf8' });
    const files = names.filter((name) => name.endsWith('.ts')).map((name) => path.join(repository, 'src/host', name));
    const sources = files.map((file) => readFileSync(file, 'utf8'));
    const isSet = (context: string): boolean => sources.some((source) => source.includes(`'setContext', '${context}'`));
    for (const { id, completionEvents = [] } of steps) {
      assert.notDeepEqual(completionEvents, [], id);
      for (const event of completionEvents) {
        const [kind, name = ''] = event.split(':');
        assert.ok(kind === 'onContext' ? isSet(name) : kind === 'onCommand' && commands.includes(name), event);
      }
    }
  });

  it('has a picture for each step, with words for those who cannot see it in both languages', () => {
    for (const { media } of steps) {
      assert.ok(existsSync(path.join(repository, media.image)), media.image);
      const key = media.altText.slice(1, -1);
      assert.ok(english[key] && chinese[key] && english[key] !== chinese[key], key);
    }
  });
});

/** What the manifest and its translations say of each order of the Artifacts view. */
import { orderCommands } from '../../src/host/screen/artifact-orders.ts';

/** Where the entries of an order stand: `commands`, two menus, and the titles in each language. */
type Place = 'commands' | 'menus.commandPalette' | 'menus.agentArtifacts.sortBy' | 'package.nls.json' | 'package.nls.zh-cn.json';

/** An entry as it must stand in its place; of a translated title the key alone, as its words are nobody's but a translator's. */
export interface OrderEntry {
  readonly place: Place;
  readonly entry: Readonly<Record<string, string>> | string;
}

/** What stands in `package.json` and its translations, as far as it is of orders. */
export interface OrderTexts {
  readonly commands: readonly object[];
  readonly menus: Readonly<Record<string, readonly object[] | undefined>>;
  readonly english: Readonly<Record<string, string>>;
  readonly chinese: Readonly<Record<string, string>>;
}

const ofOrder = /^(?:agentArtifacts\.|command\.)sort(?:ed)?By[A-Z]/;

/** The entries that an order needs; `index` is its place among them. */
export function orderEntries(order: string, index: number): readonly OrderEntry[] {
  return orderCommands(order).flatMap((command, at): OrderEntry[] => {
    const key = `command.${command.slice('agentArtifacts.'.length)}.title`;
    const when = `agentArtifacts.sortBy ${at === 0 ? '!=' : '=='} ${order}`;
    return [
      { place: 'commands', entry: { command, title: `%${key}%`, category: '%category%' } },
      { place: 'menus.commandPalette', entry: { command, when: 'false' } },
      { place: 'menus.agentArtifacts.sortBy', entry: { command, when, group: `1_order@${index + 1}` } },
      { place: 'package.nls.json', entry: key },
      { place: 'package.nls.zh-cn.json', entry: key },
    ];
  });
}

/** What must be added and removed so that every order has its entries, and nothing else has: a line each, empty when all is right. */
export function orderChanges(orders: readonly string[], { commands, menus, english, chinese }: OrderTexts): string[] {
  const wanted = orders.flatMap(orderEntries).map(lineOf);
  const there: OrderEntry[] = [
    ...entriesIn('commands', commands),
    ...entriesIn('menus.commandPalette', menus['commandPalette']),
    ...entriesIn('menus.agentArtifacts.sortBy', menus['agentArtifacts.sortBy']),
    ...Object.keys(english).map((entry) => ({ place: 'package.nls.json' as const, entry })),
    ...Object.keys(chinese).map((entry) => ({ place: 'package.nls.zh-cn.json' as const, entry })),
  ];
  const found = there.filter(({ entry }) => ofOrder.test(typeof entry === 'string' ? entry : (entry['command'] ?? ''))).map(lineOf);
  return [
    ...wanted.filter((line) => !found.includes(line)).map((line) => `add to ${line}`),
    ...found.filter((line) => !wanted.includes(line)).map((line) => `remove from ${line}`),
  ];
}

function entriesIn(place: Place, items: readonly object[] = []): OrderEntry[] {
  return items.map((entry) => ({ place, entry: entry as Readonly<Record<string, string>> }));
}

function lineOf({ place, entry }: OrderEntry): string {
  return `${place}: ${JSON.stringify(entry)}`;
}

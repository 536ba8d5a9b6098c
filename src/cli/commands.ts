import type { Command } from './command.ts';
import { agents } from './commands/agents.ts';
import { decode } from './commands/decode.ts';
import { encode } from './commands/encode.ts';
import { exportCommand } from './commands/export.ts';
import { importCommand } from './commands/import.ts';
import { infer } from './commands/infer.ts';
import { lint } from './commands/lint.ts';
import { list } from './commands/list.ts';
import { locate } from './commands/locate.ts';
import { route } from './commands/route.ts';
import { services } from './commands/services.ts';
import { show } from './commands/show.ts';
import { validate } from './commands/validate.ts';
import { verify } from './commands/verify.ts';

/** Every command, in the order of the help. `mcp` is beside them: it has a command line of its own. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map(
  Object.entries({
    list,
    show,
    locate,
    encode,
    decode,
    route,
    services,
    validate,
    verify,
    lint,
    infer,
    import: importCommand,
    export: exportCommand,
    agents,
  }),
);

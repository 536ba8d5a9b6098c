import { AgentRegistry as CoreAgentRegistry } from '../../core/agents/agents.ts';
import { checkArgument, folderArgument, isInstance, objectWith, optionsOf } from '../../core/io/arguments.ts';
import type { FileSystem, Location } from '../../core/io/file-system.ts';
import { LlmServiceRegistry as CoreServiceRegistry } from '../../core/models/registry.ts';
import {
  type DataRootDescription,
  describeDataRoot as describeRoot,
  type DescribeOptions,
  layoutOfFolder as layoutOf,
} from '../../core/store/layout.ts';
import { commonOptions, fileSystemOr, type WithDefault } from './defaults.ts';

/** `describeDataRoot` of the core. @param fs default: Node's file system */
export async function describeDataRoot(
  fs: FileSystem | null | undefined,
  folder: Location,
  options: DescribeOptions,
): Promise<DataRootDescription | undefined> {
  return describeRoot(fileSystemOr(fs), folderArgument(folder, 'folder'), known(options));
}

/** `layoutOfFolder` of the core. @param fs default: Node's file system */
export async function layoutOfFolder(
  fs: FileSystem | null | undefined,
  folder: Location,
  options: DescribeOptions,
): Promise<DataRootDescription> {
  return layoutOf(fileSystemOr(fs), folderArgument(folder, 'folder'), known(options));
}

/** Parts outside the root must be allowed explicitly. */
function known(options: DescribeOptions): DescribeOptions {
  return { allowOutside: optionsOf(options, ['allowOutside']).allowOutside === true };
}

/** {@link CoreServiceRegistry} with `fs` optional; invalid options throw `arguments_invalid`. */
export class LlmServiceRegistry extends CoreServiceRegistry {
  constructor(options: WithDefault<typeof CoreServiceRegistry>) {
    super(commonOptions(options, ['configDir']));
  }
}

/** {@link CoreAgentRegistry} with `fs` optional; invalid options throw `arguments_invalid`. */
export class AgentRegistry extends CoreAgentRegistry {
  constructor(options: WithDefault<typeof CoreAgentRegistry>) {
    const { serviceRegistry, configDir } = optionsOf(options, ['serviceRegistry', 'configDir']);
    const services = objectWith<CoreServiceRegistry>(
      serviceRegistry,
      ['getServices', 'getServiceById', 'getCapabilities', 'hasCapability'],
      'serviceRegistry',
    );
    // Only our own registry class exposes its folder.
    checkArgument(configDir !== undefined || isInstance(services, CoreServiceRegistry), 'configDir');
    super({
      ...commonOptions(options, ['runtimeDir']),
      serviceRegistry: services,
      ...(configDir !== undefined && { configDir: folderArgument(configDir, 'configDir') }),
    });
  }
}

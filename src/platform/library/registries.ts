import { checkArgument, folderArgument, isInstance, objectWith, optionsOf } from '../../core/io/arguments.ts';
import { AgentRegistry as CoreAgentRegistry } from '../../core/services/agents.ts';
import { LlmServiceRegistry as CoreServiceRegistry } from '../../core/services/registry.ts';
import { commonOptions, type WithDefault } from './defaults.ts';

/** {@link CoreServiceRegistry}; `fs` may be left out, and options that are none are refused with `arguments_invalid`. */
export class LlmServiceRegistry extends CoreServiceRegistry {
  constructor(options: WithDefault<typeof CoreServiceRegistry>) {
    super(commonOptions(options, ['configDir']));
  }
}

/** {@link CoreAgentRegistry}; `fs` may be left out, and options that are none are refused with `arguments_invalid`. */
export class AgentRegistry extends CoreAgentRegistry {
  constructor(options: WithDefault<typeof CoreAgentRegistry>) {
    const { serviceRegistry, configDir } = optionsOf(options, ['serviceRegistry', 'configDir']);
    const services = objectWith<CoreServiceRegistry>(
      serviceRegistry,
      ['getServices', 'getServiceById', 'getCapabilities', 'hasCapability'],
      'serviceRegistry',
    );
    // Only a registry of ours says where its folder is.
    checkArgument(configDir !== undefined || isInstance(services, CoreServiceRegistry), 'configDir');
    super({
      ...commonOptions(options, ['runtimeDir']),
      serviceRegistry: services,
      ...(configDir !== undefined && { configDir: folderArgument(configDir, 'configDir') }),
    });
  }
}

export * from '../core/index.ts';
export { NodeFileSystem } from './node-file-system.ts';
export { httpSender } from './http-sender.ts';

/** Where the core reports what a person may want to know. Never given keys or file content. */
export interface Logger {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** A logger that keeps silent. */
export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** Installs the repository's npm packages when they are missing or not the ones of package-lock.json. Needs nothing itself. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { npm } from './processes.mjs';

const repository = path.resolve(import.meta.dirname, '../..');

/** @param {(line: string) => void} [report] told when something long begins */
export async function installDependencies(report = console.log) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Error(`Node ${process.versions.node} is too old: install Node 20.19 or newer and try again.`);
  }
  if (await isInstalled()) return;
  report('Installing the npm packages (npm ci) …');
  await npm(['ci'], { cwd: repository });
}

/**
 * Compares what npm noted in node_modules with the lock file: times say nothing after a clone, a copy or a checkout.
 * Packages for other systems are optional and may be missing.
 */
async function isInstalled() {
  const [locked, installed] = await Promise.all([
    readPackages(path.join(repository, 'package-lock.json')),
    readPackages(path.join(repository, 'node_modules/.package-lock.json')),
  ]);
  if (!locked || !installed) return false;
  return Object.entries(locked).every(([name, { version, integrity, optional }]) => {
    if (name === '') return true;
    const found = installed[name];
    return found ? found.version === version && found.integrity === integrity : optional === true;
  });
}

/**
 * @param {string} file
 * @returns {Promise<Record<string, {version?: string, integrity?: string, optional?: boolean}> | undefined>}
 */
async function readPackages(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8')).packages;
  } catch {
    return undefined; // missing or half written: to be installed
  }
}

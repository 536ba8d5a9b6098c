/** Runs compiled test files in this process: node mocha-suite.mjs RESULTS TIMEOUT GREP FILE… */
import Mocha from 'mocha';
import { recordResults } from './results.mjs';

const [results = '', timeout = '10000', grep = '', ...files] = process.argv.slice(2);
const mocha = new Mocha({ reporter: 'spec', color: process.stdout.isTTY, timeout: Number(timeout), ...(grep ? { grep } : {}) });
for (const file of files) mocha.addFile(file);
await mocha.loadFilesAsync();
recordResults(mocha.run((failures) => { process.exitCode = failures > 0 ? 1 : 0; }), results);

import { parseArgs } from 'node:util';
import { takeOutConditions } from './take-out-conditions.ts';

const { only } = parseArgs({ options: { only: { type: 'string', default: '' } } }).values;
const mutants = await takeOutConditions(only);
console.log(mutants.filter((one) => one.isKilled).length, 'of', mutants.length);

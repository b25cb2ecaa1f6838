/** `npm run sunbul -- <command>`: the commands of an operator. */
import { runCommand } from './program.ts'

process.exit(await runCommand(process.argv.slice(2)))

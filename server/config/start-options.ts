import { parseArgs } from 'node:util'
import { describeError } from '../ops/describe-error.ts'

/** Parses the command line and refuses unknown arguments: `npm start worker` would otherwise start all roles. */
export function parseStartOptions(): { readonly role?: string } {
  const usage = 'Usage: npm start -- [--role=web|worker|all]'
  try {
    const { values } = parseArgs({ options: { role: { type: 'string' }, help: { type: 'boolean', short: 'h' } } })
    if (values.help) {
      console.log(usage)
      process.exit(0)
    }
    const consumed = process.env.npm_config_role
    if (consumed !== undefined && values.role === undefined)
      throw new Error(`npm consumed --role=${consumed}: write -- before it`)
    return values
  } catch (error) {
    console.error(`${describeError(error)}\n${usage}`)
    process.exit(2)
  }
}

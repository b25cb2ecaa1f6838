import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'

/**
 * Parses the options of a developer's command. `--help` prints the usage; unknown options and invalid numbers are
 * refused with the usage.
 */
export function givenOptions<const Options extends ParseArgsOptionsConfig>(
  usage: string,
  options: Options,
  numbers: readonly (keyof Options & string)[],
) {
  const refuse = (why: string): never => {
    console.error(`${why}\n${usage}`)
    process.exit(2)
  }
  if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) {
    console.log(usage)
    process.exit(0)
  }
  const parsed = () => {
    try {
      return parseArgs({ options }).values
    } catch (error) {
      return refuse(error instanceof Error ? error.message : String(error))
    }
  }
  const values = parsed()
  for (const name of numbers) {
    const given: unknown = (values as Record<string, unknown>)[name]
    if (given !== undefined && !(typeof given === 'string' && /^\d+$/.test(given)))
      refuse(`--${name} must be a whole number`)
  }
  return values
}

import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { parseEnv } from 'node:util'
import type { Answers } from './questions.ts'

/** Returns the variables of a new production installation: the answers, and fresh secrets. */
export function completeAnswers(answers: Answers, random: (bytes: number) => Buffer = randomBytes): Answers {
  const isTrial = (answers.PAYMENTS ?? '').includes('sandbox')
  return {
    MODE: 'production',
    ...Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== '')),
    ...(isTrial ? { ALLOW_SANDBOX_PAYMENTS: 'yes' } : {}),
    SESSION_SECRET: random(48).toString('base64'),
    FIELD_KEY: random(32).toString('base64'),
    PSEUDONYM_KEY: random(32).toString('base64'),
  }
}

/** Quotes a value so that it is read as it is. Throws for one that no quoting preserves. */
function quote(name: string, value: string): string {
  if (/^[\w:/.@%+=,?&~*-]*$/.test(value)) return value
  const quoted = ["'", '"', '`'].map((mark) => `${mark}${value}${mark}`)
  const found = quoted.find((text) => parseEnv(`${name}=${text}\n`)[name] === value)
  if (found === undefined) throw new Error(`${name} can’t contain ' " and \` at once`)
  return found
}

/** Formats variables as an environment file. */
export const formatEnvironment = (values: Answers): string =>
  `# Settings of Sunbul; .env.example describes every variable. Store SESSION_SECRET, FIELD_KEY and PSEUDONYM_KEY elsewhere,
# too: without FIELD_KEY, encrypted fields of a backup can’t be read. PSEUDONYM_KEY never changes.
${Object.entries(values)
  .map(([name, value]) => `${name}=${quote(name, value)}\n`)
  .join('')}`

/** Writes the file, which only its owner can read. Throws if it exists. */
export function writeEnvironment(file: string, text: string): void {
  try {
    fs.writeFileSync(file, text, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new Error(existsProblem(file), { cause: error })
  }
}

export const existsProblem = (file: string): string =>
  `${file} exists already and is never replaced: change it there, or give another name with --file`

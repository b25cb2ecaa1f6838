/** `npm run sunbul -- setup`: asks what production needs, checks it, and writes the environment file. */
import fs from 'node:fs'
import path from 'node:path'
import readline from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { parseEnv } from 'node:util'
import { type Command, Option } from 'commander'
import { ConfigurationError, projectDir } from '../config/config.ts'
import { parseAnswers, serviceChecks, type ServiceCheck } from '../setup/check-answers.ts'
import { completeAnswers, existsProblem, formatEnvironment, writeEnvironment } from '../setup/environment-file.ts'
import { type Answers, findAnswerProblem, optionOf, type Question, questions } from '../setup/questions.ts'

export type SetupOptions = {
  readonly file: string
  /** File with secrets, one `NAME=value` per line, or `-` for standard input. */
  readonly secrets?: string
  readonly skipChecks?: boolean
  /** Values of the options for questions that aren't secret, by their variable. */
  readonly answers: Answers
}

/** The terminal of an operator; undefined if there is none, such as in a script. */
export type Prompt = { ask(question: string, isSecret: boolean): Promise<string>; close(): void }

/** Adds the command to the program. `run` runs it without an installation, because there is none yet. */
export function addSetup(program: Command, run: (command: () => Promise<number>) => Promise<void>): void {
  const command = program
    .command('setup')
    .description('ask what production needs, check it, and write the environment file with fresh secrets')
    .option('--file <path>', 'file to write; it must not exist', path.join(projectDir, '.env'))
    .option('--secrets <path>', 'file with secrets, one NAME=value per line; -: standard input')
    .option('--skip-checks', 'don’t ask the database, the payment provider and the mail server')
  for (const { name, text, isSecret } of questions)
    if (!isSecret) command.addOption(new Option(`${optionOf(name)} <value>`, text))
  command.action((options: Record<string, string | boolean | undefined>) => {
    const answers = Object.fromEntries(
      questions.flatMap(({ name }) => {
        const value = options[name.toLowerCase().replaceAll(/_(.)/g, (_all, letter: string) => letter.toUpperCase())]
        return typeof value === 'string' ? [[name, value]] : []
      }),
    )
    const { file, secrets, skipChecks } = options as { file: string; secrets?: string; skipChecks?: boolean }
    const prompt = process.stdin.isTTY && process.stdout.isTTY && secrets !== '-' ? createPrompt() : undefined
    return run(async () => {
      try {
        return await setUp(
          { file, answers, ...(secrets ? { secrets } : {}), ...(skipChecks ? { skipChecks } : {}) },
          prompt,
        )
      } finally {
        prompt?.close()
      }
    })
  })
}

/** Writes the environment file. Returns exit code 1 and writes nothing if an answer is missing or wrong. */
export async function setUp(options: SetupOptions, prompt: Prompt | undefined): Promise<number> {
  const file = path.resolve(options.file)
  if (fs.existsSync(file)) return refuse([existsProblem(file)])
  if (!fs.existsSync(path.dirname(file))) return refuse([`${path.dirname(file)} doesn’t exist: create it first`])
  const given = { ...options.answers, ...(await readSecrets(options.secrets)) }
  const answers = prompt ? await askAll(given, prompt) : answerAll(given)
  if (Array.isArray(answers)) return refuse(answers as string[])
  const checked = await check(answers as Answers, options, prompt)
  if (checked === undefined) return 1
  writeEnvironment(file, formatEnvironment(completeAnswers(checked)))
  printNextSteps(file, checked)
  return 0
}

function refuse(problems: readonly string[]): number {
  for (const problem of problems) console.error(problem)
  console.error('Nothing was written.')
  return 1
}

async function readSecrets(from: string | undefined): Promise<Answers> {
  if (from === undefined) return {}
  const content = from === '-' ? await text(process.stdin) : fs.readFileSync(from, 'utf8')
  const known = questions.map(({ name }) => name as string)
  return Object.fromEntries(
    Object.entries(parseEnv(content)).filter((entry): entry is [string, string] => known.includes(entry[0])),
  )
}

/** Returns all answers, or the problems with them. */
function answerAll(given: Answers): Answers | string[] {
  const problems: string[] = []
  const answers: Record<string, string> = {}
  for (const question of questions) {
    if (question.isAsked && !question.isAsked(answers)) continue
    const answer = given[question.name] ?? question.fallback ?? ''
    const problem = findAnswerProblem(question, answer)
    const source = question.isSecret ? `${question.name} in --secrets` : optionOf(question.name)
    if (problem) problems.push(`${source} ${problem} (${question.text})`)
    answers[question.name] = answer
  }
  return problems.length > 0 ? problems : answers
}

async function askAll(given: Answers, prompt: Prompt): Promise<Answers> {
  const answers: Record<string, string> = {}
  for (const question of questions)
    if (!question.isAsked || question.isAsked(answers))
      answers[question.name] = await askUntilValid(question, given[question.name], prompt)
  return answers
}

async function askUntilValid(question: Question, given: string | undefined, prompt: Prompt): Promise<string> {
  const hint = question.fallback ? ` [${question.fallback}]` : ''
  for (let answer = given; ; answer = undefined) {
    answer ??= (await prompt.ask(`${question.text}${hint}: `, question.isSecret === true)).trim()
    answer = answer === '' ? (question.fallback ?? '') : answer
    const problem = findAnswerProblem(question, answer)
    if (problem === undefined) return answer
    console.log(`  ${question.name} ${problem}`)
  }
}

/** Checks the answers, and asks again for those that a service refuses. Returns undefined if they can't be used. */
async function check(
  answers: Answers,
  { skipChecks }: SetupOptions,
  prompt: Prompt | undefined,
): Promise<Answers | undefined> {
  let current = answers
  for (;;) {
    try {
      const config = parseAnswers(completeAnswers(current))
      const failed = skipChecks ? undefined : await findFailed((one) => one.find(config))
      if (failed === undefined) return current
      console.error(`PROBLEM ${failed.check.title}: ${failed.problem}`)
      const wanted = prompt && (await prompt.ask('Enter these answers again? No keeps them. [Y/n]: ', false))
      if (wanted?.toLowerCase().startsWith('n')) return current
      if (!prompt) {
        refuse(['Correct the answers, or use --skip-checks if the service isn’t there yet.'])
        return undefined
      }
      current = await askAll(
        Object.fromEntries(Object.entries(current).filter(([name]) => !failed.check.names.includes(name))),
        prompt,
      )
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error
      refuse(error.problems)
      return undefined
    }
  }
}

async function findFailed(
  find: (check: ServiceCheck) => Promise<string | undefined>,
): Promise<{ readonly check: ServiceCheck; readonly problem: string } | undefined> {
  for (const check of serviceChecks) {
    const problem = await find(check)
    if (problem !== undefined) return { check, problem }
    console.log(`ok      ${check.title}`)
  }
  return undefined
}

function printNextSteps(file: string, answers: Answers): void {
  const prefix = file === path.join(projectDir, '.env') ? '' : `ENV_FILE=${file} `
  console.log(`Wrote ${file}, which only its owner can read. Next:
1. ${prefix}npm run sunbul -- create-admin --email ${answers.CONTACT_EMAIL}
2. ${prefix}npm start, or the units in deploy/systemd, behind a proxy as in deploy/proxy
3. ${prefix}npm run sunbul -- doctor, which also says what is missing before the first donation
Store a copy of SESSION_SECRET and FIELD_KEY where no backup of this machine is.`)
}

/** A prompt that doesn't show secrets. */
function createPrompt(): Prompt {
  let isHidden = false
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!isHidden) process.stdout.write(chunk)
      done()
    },
  })
  const lines = readline.createInterface({ input: process.stdin, output, terminal: true })
  return {
    ask: async (question, isSecret) => {
      process.stdout.write(question)
      isHidden = isSecret
      const answer = await lines.question('')
      isHidden = false
      if (isSecret) process.stdout.write('\n')
      return answer
    },
    close: () => lines.close(),
  }
}

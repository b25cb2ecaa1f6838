import { flagsServer } from '#modules/platform/flags/index-server.ts'
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { describeInvalidFlag } from '#modules/platform/flags/rules/values.ts'
import { bankFileFormats } from '#modules/money/payouts/rules/bank-format.ts'
import type { Currency } from '#shared/currencies.ts'
import { productVersion } from '../ops/version.ts'
import { checkEmail } from '#modules/platform/identity/rules/email.ts'
import type { App } from '../app.ts'
import { migrate } from '../database/migrate.ts'
import { restoreBackup, writeBackup } from './backup-commands.ts'
import { doctor } from './doctor.ts'
import { runInInstallation, type Installation, withApp } from './installation.ts'
import { printLedgerChecks } from './ledger-command.ts'
import {
  resumeChargingFromCli,
  createAdmin,
  printChargingStatus,
  printFlags,
  stopCharging,
  writeDemo,
} from './platform-commands.ts'
import { type CharityOptions, createOwn } from './charity-command.ts'
import {
  type ExportOptions,
  draftPayouts,
  exportPayouts,
  importStatementFile,
  printPayouts,
  readCurrency,
} from './payout-commands.ts'
import { addSetup } from './setup-command.ts'
import { readRestoreTime, restoreToTime } from './recovery-command.ts'
import { rotateFieldKeyFromCli } from './rotate-field-key-command.ts'
import { sendTestMail } from './test-mail.ts'
import { checkUpgrade } from './upgrade-command.ts'
import { loadScreeningFile } from './screening-command.ts'
import { addToFund, type FundOptions, printFundBalances, readAddition } from './zakat-fee-fund.ts'

function readEmail(value: string): string {
  if (checkEmail(value)) throw new InvalidArgumentError(`${value} is not an email address`)
  return value
}
function readTime(value: string): Date | 'latest' {
  const time = readRestoreTime(value)
  if (time === undefined) throw new InvalidArgumentError('give a time with its zone, such as 2026-11-29T12:00:00Z')
  return time
}
const emailOption = (description: string) =>
  new Option('--email <address>', description).argParser(readEmail).makeOptionMandatory()

async function applyMigrations({ config, ownerUrl, log }: Installation): Promise<number> {
  const applied = await migrate({ ownerUrl, poolUrl: config.DATABASE_POOL_URL, log })
  console.log(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.length}: ${applied.join(', ')}`)
  return 0
}

/**
 * Runs a command of an operator and prints its output. `environment`: variables that override the process's. Returns
 * the exit code, which is 2 after an invalid command.
 */
export async function runCommand(words: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<number> {
  let exitCode = 0
  const run = async (command: (installation: Installation) => Promise<number>) => {
    exitCode = await runInInstallation(command, environment)
  }
  try {
    const runAlone: RunAlone = async (command) => void (exitCode = await command(environment))
    await createProgram(run, runAlone).parseAsync(words, { from: 'user' })
    return exitCode
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    throw error
  }
}

type Run = (command: (installation: Installation) => Promise<number>) => Promise<void>
type RunAlone = (command: (environment: NodeJS.ProcessEnv) => Promise<number>) => Promise<void>
type RestoreCommandOptions = { readonly force?: boolean; readonly to?: Date | 'latest' }

/** Defines all commands. `run` runs one of them on the installation, and `runAlone` one that needs none. */
function createProgram(run: Run, runAlone: RunAlone): Command {
  const runOnApp = (command: (app: App) => Promise<number>) => run((installation) => withApp(installation, command))

  const program = new Command('npm run sunbul --')
    .version(productVersion, '--version', 'print the version, with the commit if it is not a release')
    .showHelpAfterError()
    .exitOverride()

  addSetup(program, runAlone)
  program
    .command('doctor')
    .description('check the configuration, the database and the connected services')
    .action(() => run(doctor))
  program
    .command('migrate')
    .description('apply pending database migrations')
    .action(() => run(applyMigrations))
  program
    .command('upgrade')
    .description('print what the next start of this version changes in the database (upgrade --check)')
    .requiredOption('--check', 'required: migrations are applied by a start or by migrate')
    .option('--backups <folder>', 'folder of the backups', '/var/backups/sunbul')
    .action(({ backups }: { backups: string }) =>
      run((installation) => checkUpgrade(installation, { backups, now: new Date() })),
    )
  program
    .command('seed')
    .description('fill an empty database with the demo data')
    .addOption(new Option('--demo', 'required: there is no other data set').makeOptionMandatory())
    .action(() => run(writeDemo))
  program
    .command('create-admin')
    .description('create an admin account with the password in SUNBUL_ADMIN_PASSWORD, or with a generated one')
    .addOption(emailOption('email address of the account'))
    .action(({ email }: { email: string }) =>
      runOnApp((app) => createAdmin(app, email, process.env.SUNBUL_ADMIN_PASSWORD)),
    )

  program
    .command('mail')
    .description('test the mail server (mail test)')
    .command('test')
    .description('send a test mail and print the response of the mail server')
    .addOption(emailOption('recipient'))
    .action(({ email }: { email: string }) => runOnApp((app) => sendTestMail(app, email)))

  const flags = program
    .command('flags')
    .description('list all feature flags with their values, or change one (flags set)')
    .action(() => runOnApp(printFlags))
  flags
    .command('set <flag> <value...>')
    .description('set a feature flag; all processes apply it within five seconds')
    .action((key: string, words: string[], _options: unknown, command: Command) => {
      const value = words.join(' ')
      const problem = describeInvalidFlag(key, value)
      if (problem) command.error(problem)
      return runOnApp(async (app) => {
        await flagsServer.setFlag(app, key, value)
        return printFlags(app)
      })
    })

  const plans = program
    .command('plans')
    .description('control the charging of recurring donations (plans status, stop, resume)')
  plans
    .command('status', { isDefault: true })
    .description('print whether recurring donations are charged; exits with 1 if charging is stopped')
    .action(() => runOnApp(printChargingStatus))
  plans
    .command('stop [reason...]')
    .description('stop charging recurring donations')
    .action((reason: string[]) => runOnApp((app) => stopCharging(app, reason.join(' '))))
  plans
    .command('resume [reason...]')
    .description('resume charging recurring donations')
    .action((reason: string[]) => runOnApp((app) => resumeChargingFromCli(app, reason.join(' '))))

  program
    .command('zakat-fee-fund')
    .description(
      'print the balance of the fund that pays the processing fees of zakat, or add a transfer (zakat-fee-fund add)',
    )
    .action(() => runOnApp(printFundBalances))
    .command('add')
    .description('add a sponsor’s transfer to the fund; the same reference is added only once')
    .requiredOption('--amount <amount>', 'amount in major units')
    .requiredOption('--currency <code>', 'ISO 4217 code of the currency')
    .requiredOption('--reference <transfer>', 'reference of the bank transfer')
    .action((options: FundOptions, command: Command) => {
      const addition = readAddition(options)
      if (typeof addition === 'string') command.error(addition)
      else return runOnApp((app) => addToFund(app, addition))
    })

  program
    .command('charity')
    .description('create the operator’s own charity (charity create --own)')
    .command('create')
    .description('create the charity that operates this site, as verified; there can be only one')
    .requiredOption('--own', 'required: other charities sign up or are created at /staff/charities')
    .requiredOption('--name <name>', 'public name')
    .requiredOption('--email <address>', 'contact email')
    .requiredOption('--address <lines>', 'registered address, with \\n between lines')
    .requiredOption('--registration <text>', 'registration on receipts, such as “Charity no. 1098765”')
    .requiredOption('--country <code>', 'ISO 3166-1 code of the country')
    .requiredOption('--currency <code>', 'ISO 4217 code of the general fund’s currency')
    .requiredOption('--time-zone <zone>', 'IANA time zone, such as Europe/London')
    .requiredOption('--owner <email>', 'email address of the account that becomes the owner')
    .option('--receipts <regime>', 'kind of receipts: uk, us, ca or plain', 'plain')
    .option('--signatory <name>', 'person who signs Canadian receipts', '')
    .option('--category <category>', 'category of the general fund', 'community')
    .option('--about <text>', 'description', '')
    .option('--website <url>', 'https URL', '')
    .option('--slug <slug>', 'subdomain and slug; the default is derived from the name')
    .action((options: CharityOptions) => runOnApp((app) => createOwn(app, options)))

  program
    .command('screening')
    .description('load names for the screening of charities (screening load <file>)')
    .command('load <file>')
    .description('replace a list of names (CSV: name,aliases,birth_year,country,source,id) and screen all charities')
    .option('--name <list>', 'name of the list; the default is the name of the file')
    .action((file: string, options: { name?: string }) => runOnApp((app) => loadScreeningFile(app, file, options.name)))

  const payouts = program
    .command('payouts')
    .description('pay charities out (payouts list, draft, export, import-statement)')
  payouts
    .command('list', { isDefault: true })
    .description('print open payouts and those on their way')
    .action(() => runOnApp(printPayouts))
  payouts
    .command('draft')
    .description('draft a payout for every charity that can be paid now; staff approve them')
    .action(() => runOnApp(draftPayouts))
  payouts
    .command('export <file>')
    .description(
      'send all approved payouts of a currency and write their bank file, or write the file of a batch again',
    )
    .option('--currency <code>', 'ISO 4217 code of the currency', readCurrency)
    .addOption(new Option('--format <format>', 'format of the file').choices([...bankFileFormats]).default('csv'))
    .option('--batch <number>', 'number of a batch that was sent before, such as SBB3')
    .action((file: string, options: ExportOptions) => runOnApp((app) => exportPayouts(app, file, options)))
  payouts
    .command('import-statement <file>')
    .description('read a bank’s CSV statement, and propose which payouts were paid or returned')
    .requiredOption('--bank <name>', 'name of the bank, whose columns were saved on the staff page')
    .requiredOption('--currency <code>', 'ISO 4217 code of the account’s currency', readCurrency)
    .action((file: string, options: { bank: string; currency: Currency }) =>
      runOnApp((app) => importStatementFile(app, file, options)),
    )

  program
    .command('rotate-field-key')
    .description('encrypt all encrypted values again with the first key of FIELD_KEY; can be interrupted and repeated')
    .action(() => run(rotateFieldKeyFromCli))

  program
    .command('ledger')
    .description('check the ledger (ledger verify)')
    .command('verify')
    .description('run all ledger checks; exits with 1 if a check finds rows')
    .action(() => run(printLedgerChecks))
  program
    .command('backup <file>')
    .description('write a consistent snapshot of all tables and uploaded pictures to a file')
    .action((file: string) => run((installation) => writeBackup(installation, file)))
  program
    .command('restore [file]')
    .description(
      'restore a backup into an empty installation and verify the ledger, or a time from ARCHIVE (restore --to)',
    )
    .option('--force', 'delete all existing data first')
    .addOption(
      new Option(
        '--to <time>',
        'restore this time from ARCHIVE into a new cluster beside the old one, such as 2026-11-29T12:00:00Z, or latest',
      )
        .argParser(readTime)
        .conflicts('force'),
    )
    .action((file: string | undefined, { force, to }: RestoreCommandOptions, command: Command) => {
      if ((file === undefined) === (to === undefined)) command.error('give either a file or --to <time>')
      if (to !== undefined) return runAlone((environment) => restoreToTime(to, environment))
      return run(async (installation) => {
        await restoreBackup(installation, file ?? '', force === undefined ? {} : { force })
        return printLedgerChecks(installation)
      })
    })

  return program
}

/** `npm run sunbul -- <command>`: the operator's commands. */
import { flagsServer } from '#modules/platform/flags/index-server.ts'
import { Command, InvalidArgumentError, Option } from 'commander'
import { describeInvalidFlag } from '#modules/platform/flags/rules/values.ts'
import { checkEmail } from '#modules/platform/identity/rules/email.ts'
import type { App } from '../app.ts'
import { migrate } from '../database/migrate.ts'
import { restoreBackup, writeBackup } from './backup-commands.ts'
import { doctor } from './doctor.ts'
import { runInInstallation, type Installation, withApp } from './installation.ts'
import { printLedgerChecks } from './ledger-command.ts'
import {
  resumeCharging,
  createAdmin,
  printChargingStatus,
  printFlags,
  sendTestMail,
  stopCharging,
  writeDemo,
} from './platform-commands.ts'
import { type CharityOptions, createOwn } from './charity-command.ts'
import { loadScreeningFile } from './screening-command.ts'
import { addToFund, type FundOptions, printFundBalances, readAddition } from './zakat-fee-fund.ts'

/** Runs a command and exits with its exit code. No connection is opened before. */
async function run(command: (installation: Installation) => Promise<number>): Promise<void> {
  process.exit(await runInInstallation(command))
}
const runOnApp = (command: (app: App) => Promise<number>) => run((installation) => withApp(installation, command))

function readEmail(value: string): string {
  if (checkEmail(value)) throw new InvalidArgumentError(`${value} is not a valid email address`)
  return value
}
const emailOption = (description: string) =>
  new Option('--email <address>', description).argParser(readEmail).makeOptionMandatory()

async function applyMigrations({ config, ownerUrl, log }: Installation): Promise<number> {
  const applied = await migrate({ ownerUrl, poolUrl: config.DATABASE_POOL_URL, log })
  console.log(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.length}: ${applied.join(', ')}`)
  return 0
}

const program = new Command('npm run sunbul --')
  .showHelpAfterError()
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))

program
  .command('doctor')
  .description('check this installation for problems')
  .action(() => run(doctor))
program
  .command('migrate')
  .description('apply missing migrations to the database')
  .action(() => run(applyMigrations))
program
  .command('seed')
  .description('fill an empty database with the charities, fundraisers and donations of the demo')
  .addOption(new Option('--demo', 'required; the only data set available').makeOptionMandatory())
  .action(() => run(writeDemo))
program
  .command('create-admin')
  .description(
    'create an account for the operator, with the password in SUNBUL_ADMIN_PASSWORD or a generated one that is printed',
  )
  .addOption(emailOption('email to log in with'))
  .action(({ email }: { email: string }) =>
    runOnApp((app) => createAdmin(app, email, process.env.SUNBUL_ADMIN_PASSWORD)),
  )

program
  .command('mail')
  .description('test the mail server (mail test)')
  .command('test')
  .description('send a test mail at once and print the mail server’s response')
  .addOption(emailOption('recipient'))
  .action(({ email }: { email: string }) => runOnApp((app) => sendTestMail(app, email)))

const flags = program
  .command('flags')
  .description('list every flag with its value and description; flags set changes one')
  .action(() => runOnApp(printFlags))
flags
  .command('set <flag> <value...>')
  .description('set a flag; all processes use it within five seconds')
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
  .description('show, stop or resume the charging of subscriptions (plans status, stop, resume)')
plans
  .command('status', { isDefault: true })
  .description('print whether subscriptions are charged; exit code 1 if not')
  .action(() => runOnApp(printChargingStatus))
plans
  .command('stop [reason...]')
  .description('stop charging subscriptions')
  .action((reason: string[]) => runOnApp((app) => stopCharging(app, reason.join(' '))))
plans
  .command('resume [reason...]')
  .description('resume charging subscriptions')
  .action((reason: string[]) => runOnApp((app) => resumeCharging(app, reason.join(' '))))

program
  .command('zakat-fee-fund')
  .description(
    'print the balance of the fund that pays processing fees of zakat; zakat-fee-fund add records a transfer',
  )
  .action(() => runOnApp(printFundBalances))
  .command('add')
  .description('add a sponsor’s transfer; each reference is added once')
  .requiredOption('--amount <amount>', 'amount in major units')
  .requiredOption('--currency <code>', 'ISO 4217 code of the currency')
  .requiredOption('--reference <transfer>', 'reference of the transfer')
  .action((options: FundOptions, command: Command) => {
    const addition = readAddition(options)
    if (typeof addition === 'string') command.error(addition)
    else return runOnApp((app) => addToFund(app, addition))
  })

program
  .command('charity')
  .description('create the operator’s own charity (charity create --own)')
  .command('create')
  .description('create the charity that runs this site, verified without a review; there can be only one')
  .requiredOption('--own', 'required; other charities sign up or are added by staff at /staff/charities')
  .requiredOption('--name <name>', 'public name')
  .requiredOption('--email <address>', 'contact email')
  .requiredOption('--address <lines>', 'registered address; \\n between its lines')
  .requiredOption('--registration <text>', 'registration as printed on receipts, such as “Charity no. 1098765”')
  .requiredOption('--country <code>', 'ISO 3166-1 code of its country')
  .requiredOption('--currency <code>', 'ISO 4217 code of its general fund')
  .requiredOption('--time-zone <zone>', 'IANA name, such as Europe/London')
  .requiredOption('--owner <email>', 'email of the account that becomes its owner')
  .option('--receipts <regime>', 'uk, us, ca or plain', 'plain')
  .option('--signatory <name>', 'signatory of Canadian receipts', '')
  .option('--category <category>', 'main category of its general fund', 'community')
  .option('--about <text>', 'description', '')
  .option('--website <url>', 'https address', '')
  .option('--slug <slug>', 'part of its web address; by default derived from the name')
  .action((options: CharityOptions) => runOnApp((app) => createOwn(app, options)))

program
  .command('screening')
  .description('screen charities’ names (screening load <file>)')
  .command('load <file>')
  .description('replace a list of names (CSV: name,aliases,birth_year,country,source,id) and screen every charity')
  .option('--name <list>', 'name of the list; by default the file’s name')
  .action((file: string, options: { name?: string }) => runOnApp((app) => loadScreeningFile(app, file, options.name)))

program
  .command('ledger')
  .description('check the ledger (ledger verify)')
  .command('verify')
  .description('run every check of the ledger; exit code 1 if one finds an error')
  .action(() => run(printLedgerChecks))
program
  .command('backup <file>')
  .description('write a consistent snapshot of every table and of uploaded pictures')
  .action((file: string) => run((installation) => writeBackup(installation, file)))
program
  .command('restore <file>')
  .description('restore a backup into an empty installation and verify the ledger')
  .option('--force', 'delete the installation’s data first')
  .action((file: string, options: { force?: boolean }) =>
    run(async (installation) => {
      await restoreBackup(installation, file, options)
      return printLedgerChecks(installation)
    }),
  )

await program.parseAsync()

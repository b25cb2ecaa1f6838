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
  if (checkEmail(value)) throw new InvalidArgumentError(`${value} is no e-mail address`)
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
  .description('find what is wrong with this installation')
  .action(() => run(doctor))
program
  .command('migrate')
  .description('bring the database to this version')
  .action(() => run(applyMigrations))
program
  .command('seed')
  .description('fill an empty database with the charities, fundraisers and donations of the demo')
  .addOption(new Option('--demo', 'the only data there is').makeOptionMandatory())
  .action(() => run(writeDemo))
program
  .command('create-admin')
  .description('create an account for the operator; its password is SUNBUL_ADMIN_PASSWORD, or a new one is printed')
  .addOption(emailOption('address to log in with'))
  .action(({ email }: { email: string }) =>
    runOnApp((app) => createAdmin(app, email, process.env.SUNBUL_ADMIN_PASSWORD)),
  )

program
  .command('mail')
  .description('test the mail server: mail test')
  .command('test')
  .description('send one mail at once and print what the mail server answered')
  .addOption(emailOption('address to send it to'))
  .action(({ email }: { email: string }) => runOnApp((app) => sendTestMail(app, email)))

const flags = program
  .command('flags')
  .description('list every flag with its value and what it does; flags set changes one')
  .action(() => runOnApp(printFlags))
flags
  .command('set <flag> <value...>')
  .description('set a flag; all processes follow within five seconds')
  .action((key: string, words: string[], _options: unknown, command: Command) => {
    const value = words.join(' ')
    const problem = describeInvalidFlag(key, value)
    if (problem) command.error(problem)
    return runOnApp(async (app) => {
      await flagsServer.setFlag(app, key, value)
      return printFlags(app)
    })
  })

const plans = program.command('plans').description('whether subscriptions are charged: plans status, stop or resume')
plans
  .command('status', { isDefault: true })
  .description('print whether they are charged; exit code 1 when not')
  .action(() => runOnApp(printChargingStatus))
plans
  .command('stop [reason...]')
  .description('stop charging them')
  .action((reason: string[]) => runOnApp((app) => stopCharging(app, reason.join(' '))))
plans
  .command('resume [reason...]')
  .description('resume charging them')
  .action((reason: string[]) => runOnApp((app) => resumeCharging(app, reason.join(' '))))

program
  .command('zakat-fee-fund')
  .description('print the balance of the fund that bears processing fees of zakat; zakat-fee-fund add books a transfer')
  .action(() => runOnApp(printFundBalances))
  .command('add')
  .description('add a sponsor’s transfer, once for its reference')
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
  .description('the operator’s own charity: charity create --own')
  .command('create')
  .description('create the charity that runs this site, verified without a review; there is one')
  .requiredOption('--own', 'others sign up, or staff enters them at /staff/charities')
  .requiredOption('--name <name>', 'public name')
  .requiredOption('--email <address>', 'contact email')
  .requiredOption('--address <lines>', 'registered address; \\n between its lines')
  .requiredOption('--registration <text>', 'as receipts print it: “Charity no. 1098765”')
  .requiredOption('--country <code>', 'ISO 3166-1 code of its country')
  .requiredOption('--currency <code>', 'ISO 4217 code of its general fund')
  .requiredOption('--time-zone <zone>', 'IANA name, such as Europe/London')
  .requiredOption('--owner <email>', 'account that becomes its owner')
  .option('--receipts <regime>', 'uk, us, ca or plain', 'plain')
  .option('--signatory <name>', 'who signs Canadian receipts', '')
  .option('--category <category>', 'main category of its general fund', 'community')
  .option('--about <text>', 'description', '')
  .option('--website <url>', 'https address', '')
  .option('--slug <slug>', 'its address; without it made from the name')
  .action((options: CharityOptions) => runOnApp((app) => createOwn(app, options)))

program
  .command('screening')
  .description('name screening of charities: screening load <file>')
  .command('load <file>')
  .description('replace a list of names (CSV: name,aliases,birth_year,country,source,id) and screen every charity')
  .option('--name <list>', 'name of the list; without it that of the file')
  .action((file: string, options: { name?: string }) => runOnApp((app) => loadScreeningFile(app, file, options.name)))

program
  .command('ledger')
  .description('check the ledger: ledger verify')
  .command('verify')
  .description('run every check that must find nothing; exit code 1 when one does')
  .action(() => run(printLedgerChecks))
program
  .command('backup <file>')
  .description('write one consistent snapshot of every table, with the pictures people uploaded')
  .action((file: string) => run((installation) => writeBackup(installation, file)))
program
  .command('restore <file>')
  .description('fill an empty installation from a snapshot, and verify the ledger')
  .option('--force', 'empty the installation first')
  .action((file: string, options: { force?: boolean }) =>
    run(async (installation) => {
      await restoreBackup(installation, file, options)
      return printLedgerChecks(installation)
    }),
  )

await program.parseAsync()

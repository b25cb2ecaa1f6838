import { providerQuestion, providerQuestions } from '../config/payments.ts'
import { variables } from '../config/variables.ts'

/** Answers by the name of their variable. */
export type Answers = Readonly<Record<string, string>>

export type Question = {
  /** Name of the variable. */
  readonly name: keyof typeof variables.shape & string
  readonly text: string
  /** Whether it is read from standard input or a file only, because other users see a command's arguments. */
  readonly isSecret?: true
  /** The answer if nothing is entered; undefined: an answer is needed. */
  readonly fallback?: string
  /** Whether it is asked at all after these answers. */
  readonly isAsked?: (answers: Answers) => boolean
}

/** What production needs, in the order in which an operator finds it out. */
export const questions: readonly Question[] = [
  { name: 'BASE_URL', text: 'Public address of the site, such as https://give.example.org' },
  { name: 'OPERATOR_NAME', text: 'Organization that runs the site; donors see it' },
  { name: 'OPERATOR_REGISTRATION', text: 'Its registration, such as “Charity no. 1234567”', fallback: '' },
  { name: 'OPERATOR_ADDRESS', text: 'Its postal address, on one line', fallback: '' },
  { name: 'CONTACT_EMAIL', text: 'Email address for donors’ questions; the test mail goes there, too' },
  {
    name: 'DATABASE_URL',
    text: 'Your PostgreSQL, such as postgres://sunbul:password@127.0.0.1:5432/sunbul; empty: the embedded one',
    isSecret: true,
    fallback: '',
  },
  { name: 'DATA_DIR', text: 'Folder for pictures and the embedded database', fallback: '/var/lib/sunbul' },
  providerQuestion,
  ...providerQuestions.map(({ provider, name, hint, isSecret }): Question => ({
    name,
    text: hint,
    ...(isSecret ? { isSecret } : {}),
    isAsked: ({ PAYMENTS = '' }) => PAYMENTS.includes(provider),
  })),
  {
    name: 'SMTP_URL',
    text: 'Mail server, such as smtps://user:password@mail.example.org, or smtp://127.0.0.1:25?ignoreTLS=true',
    isSecret: true,
  },
  { name: 'MAIL_FROM', text: 'Sender of mails, such as “Sunbul <giving@example.org>”' },
  {
    name: 'TRUST_PROXY',
    text: 'Address of your reverse proxy (loopback: on this machine)',
    fallback: 'loopback',
  },
  { name: 'STAFF_APPROVALS', text: 'People who must agree before a charity is verified (1 or 2)', fallback: '2' },
  { name: 'METRICS_PORT', text: 'First port of the metrics for Prometheus', fallback: '9464' },
]

/** Name of a question's option on the command line, such as `--base-url`. */
export const optionOf = (name: string): string => `--${name.toLowerCase().replaceAll('_', '-')}`

/** Returns why an answer can't be used, by the rule of its variable; undefined if it can. */
export function findAnswerProblem({ name, fallback }: Question, answer: string): string | undefined {
  if (answer === '') return fallback === undefined ? 'is needed' : undefined
  if (/[\r\n]/.test(answer)) return 'must be one line'
  const parsed = variables.shape[name].safeParse(answer)
  return parsed.success ? undefined : (parsed.error.issues[0]?.message ?? 'is invalid')
}

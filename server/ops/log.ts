import { one } from '#shared/collections.ts'
import { pino } from 'pino'
import type { Log } from '#shared/ports.ts'
import { formatLogLine } from './log-text.ts'

/** Fields that are never logged, at any depth. */
const secretFields = new Set(
  (
    'authorization cookie set-cookie password token tokens secret challenge cardID DATABASE_URL SMTP_URL ' +
    'email to firstName lastName customName displayName publicName donorName phone phoneNumber ip ' +
    'address billingAddress shippingAddress taxAddress line1 line2 city postalCode emergencyContact medicalInformation dedication ' +
    'body query note words comment'
  )
    .toLowerCase()
    .split(' '),
)

/**
 * Error fields that are logged. Drivers and providers attach rows, addresses and whole requests to other fields
 * (`detail`, `input`, `raw` …).
 */
const loggedErrorFields = [
  'code',
  'errno',
  'syscall',
  'status',
  'statusCode',
  'responseCode',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
  'requestId',
]

const redacted = '[redacted]'
/** Redacts email addresses, credentials in URLs, query values, and card and login tokens in any text. */
const redactSecrets = (text: string): string =>
  text
    .replace(/:\/\/[^\s/@]+@/g, `://${redacted}@`)
    .replace(/[\w.!#$&'*+^`{|}~-]{0,64}[\w.+-](?:@|%40)[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\b/gi, redacted)
    .replace(/([?&][\w-]+=)[^&\s"'<>)]+/g, `$1${redacted}`)
    .replace(/\b(Bearer |Basic )[\w.~+/=-]+/gi, `$1${redacted}`)
    .replace(/\b(?:tok_\w+|\w+_secret_\w+)/g, redacted)

/** Maximum depth of logged values; deeper ones are left out. */
const depthMax = 6

function toLoggable(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactSecrets(value)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (depth === depthMax) return redacted
  if (value instanceof Error) return toLoggableError(value, depth)
  if (Array.isArray(value)) return value.map((item) => toLoggable(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      secretFields.has(name.toLowerCase()) ? redacted : toLoggable(item, depth + 1),
    ]),
  )
}

function toLoggableError(error: Error, depth: number): unknown {
  const fields = Object.fromEntries(
    loggedErrorFields.flatMap((name) => (name in error ? [[name, toLoggable((error as never)[name], depth + 1)]] : [])),
  )
  const { cause, errors } = error as { cause?: unknown; errors?: unknown }
  return {
    type: error.constructor.name,
    message: redactSecrets(error.message),
    stack: redactSecrets(error.stack ?? ''),
    ...fields,
    ...(cause === undefined ? {} : { cause: toLoggable(cause, depth + 1) }),
    ...(errors === undefined ? {} : { errors: toLoggable(errors, depth + 1) }),
  }
}

/** Removes the query from a request's URL, and the code that some mail links have in their path. */
export const pathForLog = (url: string): string =>
  one(url.split('?')).replace(/^(\/(?:v4\/)?(?:unsubscribe|scheduled-giving\/mails)\/).+/, `$1${redacted}`)

type LogFormat = 'json' | 'text'
export type LogOptions = {
  readonly level: string
  readonly format?: LogFormat
  readonly destination?: { write(line: string): void }
}

/**
 * Ignores a broken pipe. The log's reader may be gone (a killed log shipper, a closed terminal), and pino's own writer
 * would then retry the last line of an ending process for ever.
 */
const standardOutput = {
  write: (line: string): void => {
    if (process.stdout.listenerCount('error', ignored) === 0) process.stdout.on('error', ignored)
    process.stdout.write(line)
  },
}
function ignored(): void {}

/**
 * Creates a log on standard output, as JSON lines or as text for a terminal. Errors keep their stack; bodies are never
 * logged.
 */
export function createLog({ level, format = 'json', destination = standardOutput }: LogOptions): Log {
  const logger = pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { log: (fields) => toLoggable(fields) as Record<string, unknown> },
    },
    format === 'json' ? destination : { write: (line: string) => destination.write(formatLogLine(line)) },
  )
  return {
    debug: (fields, text) => logger.debug(fields, text),
    info: (fields, text) => logger.info(fields, text),
    warn: (fields, text) => logger.warn(fields, text),
    error: (fields, text) => logger.error(fields, text),
  }
}

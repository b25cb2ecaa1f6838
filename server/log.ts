import { pino } from 'pino'
import type { Log } from '#shared/ports.ts'

/** What never reaches a log line, wherever it stands. */
const secret = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'token',
  'tokens',
  'email',
  'to',
  'cardID',
  'challenge',
  'secret',
  'emergencyContact',
  'medicalInformation',
]
const redact = { paths: secret.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]), censor: '[redacted]' }

export type LogOptions = { readonly level: string; readonly destination?: { write(line: string): void } }

/** JSON lines on standard output. Errors keep their stack; bodies are never logged. */
export function createLog({ level, destination }: LogOptions): Log {
  const logger = pino(
    { level, redact, base: undefined, timestamp: pino.stdTimeFunctions.isoTime, serializers: { error: pino.stdSerializers.err, err: pino.stdSerializers.err } },
    destination as never,
  )
  return {
    debug: (facts, text) => logger.debug(facts, text),
    info: (facts, text) => logger.info(facts, text),
    warn: (facts, text) => logger.warn(facts, text),
    error: (facts, text) => logger.error(facts, text),
  }
}

/** Formats log lines for people at a terminal; JSON lines are for programs (`LOG_FORMAT`). */

type Facts = Readonly<Record<string, unknown>>

/** pino's level names, padded so that messages align. */
const levels: Readonly<Record<number, string>> = { 20: 'debug', 30: 'info ', 40: 'warn ', 50: 'error' }

/** Formats one JSON line of pino as `14:02:11 warn  message (field=value)`, in UTC, with an error's stack below it. */
export function formatLogLine(line: string): string {
  const { level, time, msg, ...fields } = JSON.parse(line) as { level: number; time: string; msg: string } & Facts
  return `${time.slice(11, 19)} ${levels[level] ?? level} ${isRequest(fields) ? formatRequest(fields) : `${msg}${formatData(fields)}`}\n`
}

type RequestContext = Readonly<Record<'method' | 'path', string> & Record<'status' | 'ms', number>>

const isRequest = (fields: Facts): fields is RequestContext =>
  ['method', 'path', 'status', 'ms'].every((name) => name in fields)

const formatRequest = ({ method, path, status, ms }: RequestContext): string => `${method} ${path} ${status} ${ms} ms`

function formatData(fields: Facts): string {
  const stacks = Object.values(fields).flatMap((fact) =>
    isError(fact) ? [`\n${fact.stack || fact.message}`.replaceAll('\n', '\n    ')] : [],
  )
  const others = Object.entries(fields).flatMap(([name, fact]) =>
    isError(fact) ? [] : [`${name}=${typeof fact === 'string' ? fact : JSON.stringify(fact)}`],
  )
  return `${others.length > 0 ? ` (${others.join(', ')})` : ''}${stacks.join('')}`
}

const isError = (fact: unknown): fact is { message: string; stack?: string } =>
  typeof fact === 'object' && fact !== null && 'stack' in fact && 'message' in fact

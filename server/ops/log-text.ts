/** Formats log lines for people at a terminal; JSON lines are for programs (`LOG_FORMAT`). */

type LogFields = Readonly<Record<string, unknown>>

/** pino's level names, padded so that messages align. */
const levels: Readonly<Record<number, string>> = { 20: 'debug', 30: 'info ', 40: 'warn ', 50: 'error' }

/** Formats one JSON line of pino as `14:02:11 warn  message (field=value)`, in UTC, with an error's stack below it. */
export function formatLogLine(line: string): string {
  const { level, time, msg, ...fields } = JSON.parse(line) as { level: number; time: string; msg: string } & LogFields
  return `${time.slice(11, 19)} ${levels[level] ?? level} ${isRequest(fields) ? formatRequest(fields) : `${msg}${formatData(fields)}`}\n`
}

type RequestContext = Readonly<Record<'method' | 'path', string> & Record<'status' | 'ms', number>>

const isRequest = (fields: LogFields): fields is RequestContext =>
  ['method', 'path', 'status', 'ms'].every((name) => name in fields)

const formatRequest = ({ method, path, status, ms }: RequestContext): string => `${method} ${path} ${status} ${ms} ms`

function formatData(fields: LogFields): string {
  const stacks = Object.values(fields).flatMap((field) =>
    isError(field) ? [`\n${field.stack || field.message}`.replaceAll('\n', '\n    ')] : [],
  )
  const others = Object.entries(fields).flatMap(([name, field]) =>
    isError(field) ? [] : [`${name}=${typeof field === 'string' ? field : JSON.stringify(field)}`],
  )
  return `${others.length > 0 ? ` (${others.join(', ')})` : ''}${stacks.join('')}`
}

const isError = (field: unknown): field is { message: string; stack?: string } =>
  typeof field === 'object' && field !== null && 'stack' in field && 'message' in field

const places = [
  'after_claim',
  'before_provider',
  'after_provider',
  'after_commit',
  'before_refund',
  'after_refund',
  'document_made',
  'statement_made',
  'in_payout_batch',
]
const entry = new RegExp(`^(${places.join('|')})(:(kill|stop)(:\\d{1,6})?)?$`)

/** Whether every entry of the setting names a failpoint. */
export const isFailpoints = (setting: string): boolean =>
  setting
    .split(',')
    .filter(Boolean)
    .every((part) => entry.test(part))

/**
 * Creates the failpoints, where a fault test stops the process like a power cut: `FAILPOINTS=after_provider:kill`. A
 * number after a second colon lets that many passes through first; `stop` instead of `kill` suspends the process once,
 * until it is resumed. Empty in production (the configuration refuses it there).
 */
export function failpoints(setting: string): (name: string) => Promise<void> {
  const actions = new Map<string, { action: string; passes: number }>(
    setting
      .split(',')
      .filter(Boolean)
      .map((entry) => {
        const [name = '', action = 'kill', passes = '0'] = entry.split(':')
        return [name, { action, passes: Number(passes) }] satisfies [string, { action: string; passes: number }]
      }),
  )
  if (actions.size === 0) return () => Promise.resolve()
  return async (name) => {
    const failpoint = actions.get(name)
    if (!failpoint) return
    if (failpoint.passes > 0) {
      failpoint.passes -= 1
      return
    }
    if (failpoint.action === 'stop') {
      actions.delete(name)
      process.kill(process.pid, 'SIGSTOP')
      return
    }
    if (failpoint.action === 'kill') process.kill(process.pid, 'SIGKILL')
    await new Promise(() => {})
  }
}

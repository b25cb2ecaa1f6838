import { one } from '#shared/collections.ts'
import type { Ports } from '#shared/ports.ts'
import { minuteMs } from '#shared/time.ts'

/**
 * Counts a request of a call with a limit, for all processes. Returns the caller's requests of the current minute, with
 * this one, and the seconds until it ends. A minute starts with the first request after the last minute's end.
 */
export async function countCall(
  ports: Ports,
  { call, caller }: { readonly call: string; readonly caller: string },
): Promise<{ readonly requests: number; readonly secondsLeft: number }> {
  const now = ports.clock()
  const { requests, startedAt } = one(
    await ports.statement<{ requests: number; startedAt: Date }>(
      'identity.count_call',
      `insert into identity.call_count as c (call, caller, started_at, requests) values ($1, $2, $3, 1)
       on conflict (call, caller) do update set
         requests = case when c.started_at > $3::timestamptz - interval '1 minute' then c.requests + 1 else 1 end,
         started_at = case when c.started_at > $3::timestamptz - interval '1 minute' then c.started_at else $3 end
       returning requests, started_at as "startedAt"`,
      [call, caller, now],
    ),
  )
  return { requests, secondsLeft: Math.max(1, Math.ceil((startedAt.getTime() + minuteMs - now.getTime()) / 1000)) }
}

import type { Config } from '../config/config.ts'

/**
 * Returns the port of this process's metrics; undefined without `METRICS_PORT`. Processes of one machine share their
 * settings, so each gets a port of its own: web processes every second one from `METRICS_PORT` on, workers those between.
 */
export function metricsPortOf({
  METRICS_PORT,
  ROLE,
  INSTANCE,
}: Pick<Config, 'METRICS_PORT' | 'ROLE' | 'INSTANCE'>): number | undefined {
  if (METRICS_PORT === undefined || METRICS_PORT === 0) return undefined
  return METRICS_PORT + 2 * (INSTANCE - 1) + (ROLE === 'worker' ? 1 : 0)
}

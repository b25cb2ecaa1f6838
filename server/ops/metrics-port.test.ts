import { expect, test } from 'vitest'
import { metricsPortOf } from './metrics-port.ts'

test('processes with the same settings never share a metrics port', () => {
  const processes = (['web', 'worker'] as const).flatMap((ROLE) =>
    [1, 2, 3].map((INSTANCE) => metricsPortOf({ METRICS_PORT: 9464, ROLE, INSTANCE })),
  )
  expect(processes.map(Number).toSorted((a, b) => a - b)).toEqual([9464, 9465, 9466, 9467, 9468, 9469])
  expect(metricsPortOf({ METRICS_PORT: 9464, ROLE: 'all', INSTANCE: 1 })).toBe(9464)
})

test('without METRICS_PORT there is no metrics server', () => {
  expect(metricsPortOf({ METRICS_PORT: undefined, ROLE: 'web', INSTANCE: 1 })).toBeUndefined()
})

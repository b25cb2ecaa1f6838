import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { projectDir } from '../config/config.ts'

const read = (file: string) => fs.readFileSync(path.join(projectDir, file), 'utf8')
const rules = read('deploy/monitoring/sunbul.rules.yml')
const tests = read('deploy/monitoring/sunbul.tests.yml')
const dashboard = read('deploy/monitoring/grafana-dashboard.json')
/** Prometheus and its histograms add these to the names that a process serves. */
const nameOf = (used: string): string => used.replace(/_(count|bucket|sum)$/, '')
const metricsIn = (text: string): string[] =>
  [...text.matchAll(/\b(?:sunbul|process|nodejs)_[a-z0-9_]+\b/g)].map(([name]) => nameOf(name))

let installation: TestApp
let served: string[]
beforeAll(async () => {
  installation = await createTestApp()
  const { body } = await installation.fastify.inject('/metrics')
  served = [...body.matchAll(/^# HELP (\S+)/gm)].map(([, name = '']) => name)
})
afterAll(() => installation.close())

test('each metric of the alerts and of the dashboard is in /metrics', () => {
  const used = new Set([...metricsIn(rules), ...metricsIn(dashboard)])
  expect(used.size).toBeGreaterThan(8)
  expect([...used].filter((name) => !served.includes(name))).toEqual([])
})

test('each row of the manual’s metric table has an alert, and each alert a firing and a silent case', () => {
  const rows = [...read('docs/operations.md').matchAll(/^\| `(sunbul_\w+)(?:\{([^}]*)\})?` \|/gm)]
  expect(rows.length).toBeGreaterThan(14)
  const expressions = rules.replaceAll(/annotations:[^]*?(?=- alert|$)/g, '')
  const missing = rows
    .map(([, name = '', labels = '']) => (labels.includes('=') ? `${name}{${labels}}` : name))
    .filter((metric) => !expressions.includes(metric))
  expect(missing).toEqual([])
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)
  const cases = [...tests.matchAll(/- name: (.+)$/gm)].map(([, name = '']) => name)
  expect(cases).toEqual(alerts.flatMap((name) => [`${name} fires`, `${name} is silent`]))
})

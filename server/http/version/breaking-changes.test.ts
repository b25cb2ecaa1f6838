import { expect, test } from 'vitest'
import { findBreakingChanges, type KeyCalls, type Schema } from './breaking-changes.ts'

const object = (properties: Record<string, Schema>, required: string[] = []): Schema => ({
  type: 'object',
  properties,
  required,
})
const text: Schema = { type: 'string' }
const nullable: Schema = { anyOf: [text, { type: 'null' }] }
const calls = (input: Schema, output: Schema, scope = 'a:read'): KeyCalls => ({ 'GET /a': { scope, input, output } })
const row = (properties: Record<string, Schema>, required?: string[]) =>
  object({ rows: { type: 'array', items: object(properties, required) } }, ['rows'])

test('a call, field or value that programs may use must stay [contract-16]', () => {
  const before = calls(object({ state: { type: 'string', enum: ['x', 'y'] } }), row({ id: text, name: text }, ['id']))
  const stateOf = (...values: string[]) => object({ state: { type: 'string', enum: values } })
  const out = row({ id: text, name: text }, ['id'])
  expect(findBreakingChanges(before, before)).toEqual([])
  expect(findBreakingChanges(before, {})).toEqual(['GET /a is removed'])
  expect(findBreakingChanges(before, calls(stateOf('x'), out))).toEqual([
    'GET /a input.state: the value y is no longer accepted',
  ])
  expect(findBreakingChanges(before, calls(stateOf('x', 'y'), row({ id: text }, ['id'])))).toEqual([
    'GET /a output.rows[].name is removed',
  ])
  expect(findBreakingChanges(before, calls(stateOf('x', 'y'), row({ id: text, name: text })))).toEqual([
    'GET /a output.rows[].id is no longer always present',
  ])
  expect(findBreakingChanges(before, calls(stateOf('x', 'y'), row({ id: nullable, name: text }, ['id'])))).toEqual([
    'GET /a output.rows[].id: the type null is new',
  ])
  expect(findBreakingChanges(before, calls(stateOf('x', 'y'), out, 'b:read'))).toEqual([
    'GET /a needs the scope b:read',
  ])
})

test('additions break nothing, except a field that requests must have [contract-16]', () => {
  const before = calls(object({ limit: text }), row({ id: text }, ['id']))
  const more = row({ id: text, note: nullable }, ['id', 'note'])
  expect(findBreakingChanges(before, calls(object({ limit: nullable, from: text }), more))).toEqual([])
  expect(findBreakingChanges(before, { ...before, 'GET /b': before['GET /a']! })).toEqual([])
  expect(findBreakingChanges(before, calls(object({ limit: text, from: text }, ['from']), more))).toEqual([
    'GET /a input.from is newly required',
  ])
})

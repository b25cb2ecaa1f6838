import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { earlierAssets, keepEarlierAssets } from './earlier-assets.ts'

let root: string
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'sunbul-build-'))
  fs.mkdirSync(path.join(root, 'build/client/assets'), { recursive: true })
})
afterEach(() => fs.rmSync(root, { recursive: true, force: true }))

const builds = (name: string, text: string) => fs.writeFileSync(path.join(root, 'build/client/assets', name), text)
const earlier = () => fs.readdirSync(path.join(root, earlierAssets)).sort()
const day = (n: number) => new Date(Date.UTC(2026, 0, n))

test('assets of an open page are still available after the next builds', () => {
  builds('wallet-a1.js', 'one')
  keepEarlierAssets(root, day(1))
  fs.rmSync(path.join(root, 'build/client/assets/wallet-a1.js'))
  builds('wallet-b2.js', 'two')
  keepEarlierAssets(root, day(2))
  expect(earlier()).toEqual(['wallet-a1.js', 'wallet-b2.js'])
  expect(fs.readFileSync(path.join(root, earlierAssets, 'wallet-a1.js'), 'utf8')).toBe('one')
})

test('assets replaced more than thirty days ago are removed, others are kept', () => {
  builds('wallet-a1.js', 'one')
  builds('kit-c3.css', 'same')
  keepEarlierAssets(root, day(1))
  fs.rmSync(path.join(root, 'build/client/assets/wallet-a1.js'))
  keepEarlierAssets(root, day(32))
  expect(earlier()).toEqual(['kit-c3.css'])
})

test('a first build succeeds without earlier assets', () => {
  fs.rmSync(path.join(root, 'build'), { recursive: true })
  keepEarlierAssets(root, day(1))
  expect(earlier()).toEqual([])
})

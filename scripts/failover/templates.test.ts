import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'

const templates = path.resolve(import.meta.dirname, '../../deploy/cluster')
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'sunbul-templates-'))
afterAll(() => fs.rmSync(work, { recursive: true }))

const example = fs.readFileSync(path.join(templates, 'example.values'), 'utf8')
const filled = example.replaceAll(/^([a-z0-9_]+)=$/gm, '$1=secret-of-$1')

function render(values: string, machine: string) {
  const folder = fs.mkdtempSync(path.join(work, 'rendered-'))
  const file = path.join(folder, 'values')
  fs.writeFileSync(file, values)
  const done = spawnSync(path.join(templates, 'render'), [file, machine, path.join(folder, 'root')], {
    encoding: 'utf8',
  })
  const read = (name: string) => fs.readFileSync(path.join(folder, 'root', name), 'utf8')
  return { code: done.status, output: done.stdout, read }
}

test.skipIf(process.platform === 'win32')('fills every placeholder of each machine’s templates', () => {
  for (const [machine, address] of [
    ['db1', '10.0.0.11'],
    ['db2', '10.0.0.12'],
    ['db3', '10.0.0.13'],
  ] as const) {
    const { code, read } = render(filled, machine)
    expect(code).toBe(0)
    expect(read('etc/patroni/config.yml')).toContain(`name: ${machine}\n`)
    expect(read('etc/patroni/config.yml')).toContain(`listen: ${address}:5432\n`)
    expect(read('etc/default/etcd')).toContain(`ETCD_NAME=${machine}\n`)
    expect(read('etc/pgbackrest.conf')).toContain('repo1-cipher-pass=secret-of-backup_passphrase\n')
  }
  const { read } = render(filled, 'application')
  const environment = read('etc/sunbul/cluster.env')
  for (const port of [5432, 5433])
    expect(environment).toContain(`postgres://sunbul:secret-of-sunbul_password@127.0.0.1:${port}/sunbul`)
  expect(read('etc/haproxy/haproxy.cfg')).toContain('server db3 10.0.0.13:5432')
})

test.skipIf(process.platform === 'win32')('refuses a value that is empty, missing or could break a file', () => {
  expect(render(example, 'db1')).toMatchObject({
    code: 1,
    output: expect.stringContaining('superuser_password is empty'),
  })
  expect(render(filled.replace(/^etcd_token=.*\n/m, ''), 'db1')).toMatchObject({
    code: 1,
    output: expect.stringContaining('no value for {{etcd_token}}'),
  })
  expect(render(filled.replace(/^etcd_token=.*/m, 'etcd_token=a|b'), 'db1').code).toBe(1)
  expect(render(filled, 'db4').code).toBe(2)
})

test('the leader’s lease lasts as long as Patroni needs to notice that etcd doesn’t respond', () => {
  const config = fs.readFileSync(path.join(templates, 'database/etc/patroni/config.yml'), 'utf8')
  const seconds = (name: string) => Number(new RegExp(`^ *${name}: (\\d+)$`, 'm').exec(config)?.[1])
  expect(seconds('loop_wait') + 2 * seconds('retry_timeout')).toBeLessThanOrEqual(seconds('ttl'))
  expect(config).toMatch(/^ *synchronous_mode: true$/m)
})

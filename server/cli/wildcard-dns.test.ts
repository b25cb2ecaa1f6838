import { describe, expect, test } from 'vitest'
import { findWildcardDnsProblem } from './wildcard-dns.ts'

const label = 'doctor-1f3a'
const failing = (code: string) => async (host: string) => {
  throw Object.assign(new Error(`getaddrinfo ${code} ${host}`), { code })
}

describe('the doctor’s check of wildcard DNS', () => {
  test('asks for a label below PAGES_DOMAIN that no charity has', async () => {
    const hosts: string[] = []
    const resolve = async (host: string) => void hosts.push(host)
    expect(await findWildcardDnsProblem('pages.example.net', { label, resolve })).toBeUndefined()
    expect(hosts).toEqual(['doctor-1f3a.pages.example.net'])
  })
  test.each(['ENOTFOUND', 'ENODATA'])('names the missing record (%s)', async (code) => {
    expect(await findWildcardDnsProblem('pages.example.net', { label, resolve: failing(code) })).toBe(
      '*.pages.example.net doesn’t resolve, so the hosts of charities can’t be reached: add a wildcard record (A, AAAA or CNAME) that points to your proxy',
    )
  })
  test('distinguishes a failing resolver from a missing record', async () => {
    const problem = await findWildcardDnsProblem('pages.example.net', { label, resolve: failing('EAI_AGAIN') })
    expect(problem).toMatch(/^\*\.pages\.example\.net couldn’t be looked up: .*EAI_AGAIN/)
  })
  test.each([undefined, 'pages.localhost:3000'])('looks up nothing with %s', async (domain) => {
    expect(await findWildcardDnsProblem(domain, { label, resolve: failing('ENOTFOUND') })).toBeUndefined()
  })
})

import { fork, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import type { Log } from '#shared/ports.ts'
import { type Config, projectDir } from './config/config.ts'
import type { SandboxConfig } from './config/payments.ts'

/** Runs the sandbox banks, each in its own process, and restarts one that ends, because a real bank keeps running. */
export function sandboxBanks({ BASE_URL, PORT, DATA_DIR }: Config, log: Log) {
  const processes = new Map<string, ChildProcess>()
  let isStopping = false

  function start(bank: SandboxConfig): Promise<void> {
    return new Promise((resolve, reject) => {
      const child = fork(path.join(projectDir, 'sandbox/main.ts'), {
        env: {
          ...process.env,
          SANDBOX_PORT: String(bank.port),
          SANDBOX_SECRET_KEY: bank.secretKey,
          SANDBOX_PUBLISHABLE_KEY: bank.publishableKey,
          SANDBOX_WEBHOOK_SECRET: bank.webhookSecret[0],
          SANDBOX_DIR: path.join(DATA_DIR, bank.name),
          SANDBOX_WEBHOOK_URL: `http://127.0.0.1:${PORT}/webhooks/payments`,
          SANDBOX_WEBHOOK_HOST: new URL(BASE_URL).host,
          SANDBOX_ALLOWED_ORIGINS: [BASE_URL, `http://127.0.0.1:${PORT}`, `http://localhost:${PORT}`].join(','),
        },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        // Ctrl-C reaches the terminal's whole process group, but payments in progress still need their bank. The bank
        // ends together with this process.
        detached: true,
      })
      processes.set(bank.name, child)
      child.once('message', () => resolve())
      child.once('exit', (code) => {
        if (isStopping) return
        const variable = `${bank.prefix}_PORT`
        reject(new Error(`the sandbox bank exited with ${code}. If port ${bank.port} is in use, set ${variable}.`))
        log.error({ code, bank: bank.name }, 'the sandbox bank exited and is restarted')
        setTimeout(
          () =>
            void start(bank).catch((error: unknown) => log.error({ error }, 'the sandbox bank couldn’t be started')),
          1000,
        )
      })
    })
  }

  return {
    /** Resolves when the bank listens; throws if its process ends first. */
    start,
    /** Ends all banks without a restart. */
    end: () => {
      isStopping = true
      for (const child of processes.values()) child.kill('SIGTERM')
    },
  }
}

// Entry point of every command (`npm start`, `npm test` …). Runs in any Node from 14: it installs missing packages, then
// starts the Node that comes with Sunbul, which runs TypeScript directly.
const { spawn } = require('child_process')
const crypto = require('crypto')
const fs = require('fs')
const path = require('path')
const { pinnedNode } = require('./pinned-node.cjs')

// Limits the memory of a web process (docs/performance.md): otherwise V8's young generation takes up to 130 MB, and glibc
// creates an arena for each thread that compresses or draws.
const nodeOptions = ['--max-semi-space-size=8']
const MALLOC_ARENA_MAX = process.env.MALLOC_ARENA_MAX || '2'

const commands = {
  start: { file: 'server/main.ts', nodeOptions, needsBuild: true, env: { NODE_ENV: 'production', MALLOC_ARENA_MAX } },
  dev: { file: 'server/main.ts', env: { SUNBUL_DEV: '1', NODE_ENV: 'development' } },
  build: { file: 'scripts/ensure-build.ts' },
  test: { file: 'scripts/test.ts' },
  check: { file: 'scripts/test.ts' },
  sunbul: { file: 'server/cli/cli.ts' },
  bench: { file: 'bench/main.ts', nodeOptions, needsBuild: true, env: { NODE_ENV: 'production', MALLOC_ARENA_MAX } },
  simulate: { file: 'scripts/simulate.ts', env: { NODE_ENV: 'production' } },
  faults: { file: 'tests/faults/main.ts', env: { NODE_ENV: 'production' } },
  failover: { file: 'scripts/failover/main.ts', env: { NODE_ENV: 'production', MALLOC_ARENA_MAX } },
  browsers: { file: 'scripts/browsers/main.ts', needsBuild: true, env: { NODE_ENV: 'production' } },
  tenants: { file: 'scripts/tenants/main.ts', needsBuild: true, env: { NODE_ENV: 'production' } },
  screenshots: { file: 'scripts/screenshots.ts', needsBuild: true, env: { NODE_ENV: 'production' } },
  mutants: { file: 'tests/mutants/main.ts' },
  'release-dump': { file: 'scripts/release-dump.ts', env: { NODE_ENV: 'production' } },
  pgbouncer: { file: 'scripts/pgbouncer.ts', env: { NODE_ENV: 'production' } },
}

const root = path.join(__dirname, '..')
const startedAt = Date.now()
const say = (text) => console.log(`sunbul: ${text} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`)

const lockFile = path.join(root, 'package-lock.json')
const stampFile = path.join(root, 'node_modules', '.sunbul-lockfile')
const installedLockFile = path.join(root, 'node_modules', '.package-lock.json')
const hashOf = (file) => crypto.createHash('sha256').update(fs.readFileSync(file)).digest('hex')

/** Returns why packages must be installed, or undefined. */
function reasonToInstall() {
  if (!fs.existsSync(installedLockFile)) return 'node_modules is missing'
  if (fs.existsSync(stampFile) && fs.readFileSync(stampFile, 'utf8') === hashOf(lockFile)) return undefined
  if (fs.statSync(installedLockFile).mtimeMs < fs.statSync(lockFile).mtimeMs)
    return 'package-lock.json is newer than node_modules'
  try {
    fs.writeFileSync(stampFile, hashOf(lockFile)) // npm ci was run manually.
  } catch {
    // Another user ran it and this user can't write there, so the next command checks again.
  }
  return undefined
}

/** Whether the machine's Node is older than package.json allows, such as Debian 12's. */
function isOldNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  return major < 20 || (major === 20 && minor < 19)
}

const loadsBundledVersion = `${process.env.NODE_OPTIONS || ''} --require=${JSON.stringify(path.join(__dirname, 'as-bundled-node.cjs'))}`

async function install() {
  const listed = JSON.parse(fs.readFileSync(lockFile, 'utf8')).packages
  const wanted = Object.keys(listed).filter((name) => name && !listed[name].optional)
  const arrived = () => wanted.filter((name) => fs.existsSync(path.join(root, name, 'package.json'))).length
  const progress = setInterval(() => say(`installing: ${arrived()} of ${wanted.length} packages`), 3000)
  // `npm ci` deletes node_modules first, which Windows refuses while a program runs from there.
  const verb = process.platform === 'win32' && process.execPath.includes('node_modules') ? 'install' : 'ci'
  // Includes packages that NODE_ENV=production or npm's `omit` would exclude: they build the web and contain the database.
  const [program, args] = npmCommand([verb, '--no-audit', '--no-fund', '--include=dev', '--include=optional'])
  const code = await run(program, args, isOldNode() ? { NODE_OPTIONS: loadsBundledVersion } : {})
  clearInterval(progress)
  if (code !== 0) {
    console.error(`sunbul: npm ${verb} failed (exit code ${code}); nothing was started. See its message above.`)
    process.exit(code || 1)
  }
  fs.writeFileSync(stampFile, hashOf(lockFile))
  say(`installed ${wanted.length} packages`)
}

function npmCommand(args) {
  const script = process.env.npm_execpath
  if (script && /\.c?js$/.test(script)) return [process.env.npm_node_execpath || process.execPath, [script, ...args]]
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', args]
}

/** Runs a program, forwards signals to it, and returns its exit code. */
function run(program, args, env) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...env },
      shell: program.endsWith('.cmd'),
    })
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    // A terminal sends Ctrl-C to the whole process group, so the child has already received it.
    const pass = (signal) => (signal === 'SIGINT' && process.stdin.isTTY ? undefined : child.kill(signal))
    for (const signal of signals) process.on(signal, pass)
    // npm sends SIGTERM to the shell between npm and this process, which doesn't forward it, so stop when the parent exits.
    const parent = process.ppid
    const watch =
      process.env.npm_lifecycle_event && setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500)
    child.on('error', (error) => {
      console.error(`sunbul: ${program} cannot be started: ${error.message}`)
      resolve(127)
    })
    child.on('exit', (code, signal) => {
      clearInterval(watch)
      for (const name of signals) process.off(name, pass)
      resolve(code === null ? 128 + (require('os').constants.signals[signal] || 0) : code)
    })
  })
}

async function main() {
  const [name, ...rest] = process.argv.slice(2)
  const command = commands[name]
  if (!command) {
    console.error(`Usage: node scripts/run.cjs <${Object.keys(commands).join('|')}> [arguments]`)
    return 2
  }
  const reason = reasonToInstall()
  if (reason) {
    say(`${reason}: installing with npm`)
    await install()
  }
  const node = pinnedNode() || process.execPath
  const asksForHelp = rest.some((word) => word === '--help' || word === '-h')
  if (command.needsBuild && !asksForHelp) {
    const code = await run(node, ['scripts/ensure-build.ts'], {})
    if (code !== 0) return code
  }
  // Reuses compiled code, because tests start many processes.
  const NODE_COMPILE_CACHE = process.env.NODE_COMPILE_CACHE || path.join(root, 'node_modules', '.cache', 'compiled')
  return run(node, [...(command.nodeOptions || []), command.file, ...rest], { NODE_COMPILE_CACHE, ...command.env })
}

main().then((code) => process.exit(code))

// Walks servers with the SkillsClient of @modelcontextprotocol/client and prints what
// it sees, one JSON object a line. It judges nothing: skillsclient_test.go does.
//
// Usage: node skillsclient.mjs '{"url": URL | "command": [CMD, ARG...],
//        "revision": "legacy" | REVISION, "also": [URI of an unlisted skill...]}'...
import { createHash } from 'node:crypto';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

console.debug = console.error; // the client logs with it, to standard output

function print(event, fields) {
  console.log(JSON.stringify({ event, ...fields }));
}

function connect(task) {
  const options = task.revision === 'legacy' ? {} : { versionNegotiation: { mode: { pin: task.revision } } };
  const client = new Client({ name: 'skillpack-e2e', version: '1' }, options);
  const transport = task.url
    ? new StreamableHTTPClientTransport(new URL(task.url))
    : new StdioClientTransport({ command: task.command[0], args: task.command.slice(1) });
  return client.connect(transport).then(() => client);
}

// attempt prints an event, with the error if it failed.
async function attempt(event, fields, action) {
  try {
    print(event, { ...fields, ...(await action()) });
  } catch (e) {
    print(event, { ...fields, error: [e.message, ...(e.differences ?? [])].join('; '), code: e.code });
  }
}

async function walk(skills, uri) {
  const { resources } = await skills.readDirectory(uri);
  const below = resources.map((r) => (r.mimeType === 'inode/directory' ? walk(skills, r.uri) : [r.uri]));
  return (await Promise.all(below)).flat();
}

async function inspectSkill(skills, skill) {
  for (const { uri } of skill.resources) {
    await attempt('read', { skill: skill.uri, uri }, async () => {
      const { verified, bytes } = await skills.read(skill, uri);
      return { verified, digest: 'sha256:' + createHash('sha256').update(bytes).digest('hex'), size: bytes.length };
    });
  }
  await attempt('walk', { uri: skill.uri }, async () => ({
    files: await walk(skills, skill.uri.replace(/\/SKILL\.md$/, '')),
  }));
}

// refusals are requests that a server has to answer with "invalid params".
function refusals(client, skills, first) {
  const root = first.replace(/\/SKILL\.md$/, '');
  return {
    'get an unknown skill': () => skills.get('skill://no-such-skill-zz/SKILL.md'),
    'read an unknown file': () => client.readResource({ uri: root + '/no-such-file-zz.md' }),
    'read a directory': () => client.readResource({ uri: root }),
    'list a file as a directory': () => skills.readDirectory(first),
    'list an unknown directory': () => skills.readDirectory(root + '/no-such-folder-zz'),
    'list with a bad cursor': () => skills.list({ cursor: 'zzz' }),
  };
}

async function inspect(client, also) {
  const skills = new SkillsClient(client);
  print('connect', {
    revision: client.getNegotiatedProtocolVersion(),
    supported: skills.supported,
    directoryRead: skills.directoryRead,
  });
  const { skills: listed, invalid } = await skills.list();
  print('list', { skills: listed.map((s) => s.uri), invalid: invalid.length });
  for (const skill of listed) {
    await attempt('get', { uri: skill.uri }, async () => {
      const answer = await skills.get(skill.uri);
      return { same: JSON.stringify(answer.skill) === JSON.stringify(skill) };
    });
    await inspectSkill(skills, skill);
  }
  for (const uri of also) {
    await attempt('get', { uri }, async () => {
      const { skill } = await skills.get(uri);
      await inspectSkill(skills, skill);
      return { same: skill.uri === uri };
    });
  }
  for (const [what, request] of Object.entries(refusals(client, skills, listed[0].uri))) {
    await attempt('refuse', { what }, async () => void (await request()));
  }
}

async function run(task) {
  const client = await connect(task);
  await inspect(client, task.also).finally(() => client.close());
}

for (const task of process.argv.slice(2)) {
  try {
    await run(JSON.parse(task));
    print('end');
  } catch (e) {
    console.error(e);
    print('end', { error: e.message });
    process.exitCode = 1;
  }
}

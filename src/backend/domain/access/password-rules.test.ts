import { describe, expect, it } from 'vitest';
import { passwordProblem } from './password-rules.js';

const PLACE = { publicUrl: 'https://post.fernhill.example', workspaces: ['Blue Tin Coffee'] };
const problem = (password: string) => passwordProblem(password, PLACE);

describe('a password', () => {
  it.each([
    'password1234',
    'Password1234!',
    'P@ssw0rd12345',
    'passwordpassword',
    '123456789012',
    '1234567890qwerty',
    'qwertyuiop123',
    'adminadmin2026',
    'Welcome2026!!',
    'iloveyou12345',
    'letmein123456',
    'Summer2026!!!',
    'aaaaaaaaaaaa',
    'abababababab',
    'kx7qkx7qkx7qkx7q',
    'changemeplease1',
    'administrator1',
    'dragonmonkey12',
    'correcthorsebatterystaple',
    'correct horse battery staple',
    'Correct-Horse-Battery-Staple 2026!',
    'c0rrect h0rse b@ttery st4ple',
    'May the force be with you',
    'to be or not to be',
    'amberwick2026!',
    '!!Amberwick-1987',
    '2026-amberwick',
    '4mberwick#2026',
    'Übermorgen2026',
  ])('%s is easy to guess', (password) => {
    expect(problem(password)).toMatch(/easy to guess/);
  });

  it.each([
    'the beans are in the blue tin',
    'a kettle, two cups and no sugar',
    'long enough to be one',
    'vK3#mQ9z!tR2x',
    'h7fqz0w8mtyb',
    'velvet-anchor-tuesday-plum',
    'Übermorgen gehen wir Kürbisse holen',
    '我们明天早上去买南瓜和苹果好吗',
    'password of my grandmother was worse',
    'the correct horse ate a battery of plums',
    'may the force of amber plums be with him',
    'velvetanchortuesdayplum2026',
    'velvet anchor plum 2026',
    '我们明天早上去买南瓜和苹果好吗2026',
    'vK3#mQ9ztR2026',
  ])('%s is accepted', (password) => {
    expect(problem(password)).toBeNull();
  });

  it('says which parts of it attackers try first', () => {
    expect(problem('password1234')).toContain('attackers try “password” and “1234” first');
    expect(problem('P@ssw0rd2026')).toContain('“p@ssw0rd” and “2026”');
    expect(problem('correct horse battery staple')).toContain('try “correct horse battery staple” first');
    expect(problem('amberwick2026!')).toContain('try words with a year, such as “2026”, first');
    expect(problem('abababababab')).toMatch(/“\w+”|repeats itself/);
  });

  it.each([
    ['velvet postrider anchor plum', 'postrider'],
    ['velvet P0str1der anchor plum', 'postrider'],
    ['velvet-anchor-fernhill-plum', 'fernhill'],
    ['velvet anchor bluetincoffee', 'blue tin coffee'],
  ])('%s contains a name that belongs to this service', (password, name) => {
    expect(problem(password)).toContain(`must not contain “${name}”`);
  });

  it('has at least 12 characters, whatever their size in memory', () => {
    expect(problem('kx7q!vz')).toContain('at least 12 characters');
    expect(problem('🫖☕🥐🍓🧂🫐')).toContain('at least 12 characters');
  });

  it('may contain parts of a short or numeric address', () => {
    expect(
      passwordProblem('velvet anchor 127 plum', { publicUrl: 'http://127.0.0.1:4747', workspaces: [] }),
    ).toBeNull();
    expect(
      passwordProblem('a post for org people, velvet', { publicUrl: 'https://post.a.org', workspaces: [] }),
    ).toBeNull();
  });

  it('is judged in time that grows with its length, not with its repetitions', () => {
    expect(problem('ab'.repeat(512))).toMatch(/easy to guess/);
    expect(problem(`${'!'.repeat(500)}amberwick2026${'!'.repeat(500)}`)).toMatch(/easy to guess/);
  });
});

import { describe, expect, it, vi } from 'vitest';
import * as zod from 'zod';
import * as z from './lazy-zod.js';

describe('a schema of the contract', () => {
  it('is created on first use', () => {
    const add = vi.spyOn(zod.globalRegistry, 'add');
    const Name = z.string().min(2).meta({ description: 'A name.' });
    const Person = z.object({ name: Name, age: z.number().optional() }).meta({ description: 'Somebody.' });
    const People = z.array(Person).max(3);
    expect(add).not.toHaveBeenCalled();
    expect(People.safeParse([{ name: 'Ada' }]).success).toBe(true);
    expect(People.safeParse([{ name: 'A' }]).error?.issues[0]).toMatchObject({ path: [0, 'name'] });
    expect(add).toHaveBeenCalledTimes(2);
    add.mockRestore();
  });

  it('is not created when the contract loads', async () => {
    const add = vi.spyOn(zod.globalRegistry, 'add');
    vi.resetModules();
    const { OPERATIONS } = await import('./operations.js');
    expect(OPERATIONS).toBeDefined();
    expect(add).not.toHaveBeenCalled();
    add.mockRestore();
  });

  it('behaves like a schema of zod', () => {
    const Person = z.strictObject({ name: z.string().nullable().meta({ description: 'A name.' }) });
    expect(Person).toBeInstanceOf(zod.ZodObject);
    expect(Person.shape.name.meta()).toEqual({ description: 'A name.' });
    expect(Person.shape.name).toBeInstanceOf(zod.ZodNullable);
    expect(zod.object({ person: Person }).parse({ person: { name: null } })).toEqual({
      person: { name: null },
    });
    expect(z.string().meta()).toBeUndefined();
  });

  it('can be recursive', () => {
    const Branch = z
      .object({
        name: z.string(),
        get branches(): z.ZodArray<typeof Branch> {
          return z.array(Branch).meta({ id: 'TestBranches', description: 'What grows out of it.' });
        },
      })
      .meta({ id: 'TestBranch' });
    expect(Branch.safeParse({ name: 'a', branches: [{ name: 'b', branches: [] }] }).success).toBe(true);
    expect(Branch.safeParse({ name: 'a', branches: [{ name: 'b' }] }).success).toBe(false);
    expect(z.toJSONSchema(Branch, { io: 'input' }).$defs).toMatchObject({
      TestBranches: { type: 'array', description: 'What grows out of it.' },
    });
  });
});

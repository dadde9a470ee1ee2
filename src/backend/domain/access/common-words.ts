/**
 * What people most often build passwords from, without digits and signs at their ends. Not a list of leaked passwords:
 * words that are common in all of them.
 */
const LIST = `
password passwort passwd passcode passphrase motdepasse contrasena contraseña senha haslo wachtwoord parola kennwort
secret geheim secreto segreto private hidden unknown nothing something anything
admin administrator root superuser sysadmin system server service user username guest owner master manager support
operator webmaster postmaster moderator login signin logon access default change changeme changeit please temp
temporary test testing tester example sample demo hello hallo bonjour hola ciao welcome willkommen bienvenue goodbye
letmein openup opensesame sesame enter entry iloveyou iloveu loveyou loveme lovely lover love forever always trustno
trustme whatever whatsup nevermind
qwerty qwertz azerty qazwsx qweasd asdfgh zxcvbn asdf zxcv qwer wasd
monkey dragon tiger lion eagle falcon panther cheetah jaguar bear wolf horse dolphin shark snake spider kitten kitty
cat dog puppy buddy rabbit bunny turtle penguin butterfly unicorn phoenix
football fussball futbol soccer baseball basketball hockey tennis golf rugby cricket arsenal chelsea liverpool
barcelona juventus bayern realmadrid manchester yankees lakers cowboys steelers eagles rangers
sunshine moonlight starlight rainbow summer winter spring autumn sommer herbst january february march april may june
july august september october november december monday tuesday wednesday thursday friday saturday sunday
princess prince queen king angel angels heaven devil demon jesus christ god blessed faith grace hope
superman batman spiderman ironman starwars startrek skywalker vader yoda matrix pokemon pikachu naruto minecraft
fortnite roblox nintendo playstation xbox harrypotter hogwarts gandalf frodo terminator
michael jennifer jessica ashley daniel andrew joshua matthew thomas robert jordan hunter michelle charlie george
harley nicole amanda samantha andrea martin william richard patrick anthony maria marie anna julia sophie sarah laura
david james john peter paul mark alex alexander andreas stefan christian sebastian tobias
mustang ferrari porsche mercedes corvette camaro yamaha honda harleydavidson toyota
computer internet laptop windows linux apple google facebook instagram twitter linkedin microsoft amazon samsung
android iphone nokia oracle cisco docker database mysql postgres postgresql mongodb redis kubernetes nginx
apache wordpress joomla drupal ubuntu debian raspberry
chocolate cookie coffee banana orange cherry pepper ginger cheese butter sugar honey pizza whiskey tequila vodka
purple yellow green black white silver golden diamond crystal
freedom liberty america american canada london paris berlin germany deutschland france england russia china india
brasil mexico
money dollar business company office team work home house family mother father mama papa baby babygirl boyfriend
girlfriend friend friends brother sister
killer hacker ninja pirate samurai warrior soldier shadow ghost zombie vampire thunder storm fire flower
superstar rockstar rockyou metallica nirvana slipknot eminem blink
mysecret mypassword mypass mylogin pass word myself mine
correcthorsebatterystaple correcthorse battery staple
social media marketing publish publisher publishing posting scheduler schedule dashboard backend
abc aaa xxx xyz 123 321 111 000 666 777 one two three four five six seven eight nine ten zero hundred thousand million
the and for you are not with this that
`;

export const COMMON_WORDS: ReadonlySet<string> = new Set(LIST.split(/\s+/).filter((word) => word !== ''));

/** Sentences that people and lists of passwords quote as passphrases. */
const PASSPHRASE_LIST = `
correct horse battery staple
to be or not to be
may the force be with you
the quick brown fox jumps over the lazy dog
the quick brown fox
twinkle twinkle little star
mary had a little lamb
once upon a time
live long and prosper
winter is coming
you shall not pass
one ring to rule them all
never gonna give you up
all your base are belong to us
the cake is a lie
houston we have a problem
elementary my dear watson
hasta la vista baby
i am your father
open the pod bay doors
lorem ipsum dolor sit amet
in the beginning was the word
knock knock whos there
carpe diem
i love you so much
this is my password
let me in please
`;

/** Well-known passphrases in lower case, with spaces between their words. */
export const PASSPHRASES: readonly string[] = PASSPHRASE_LIST.split('\n').filter((phrase) => phrase !== '');

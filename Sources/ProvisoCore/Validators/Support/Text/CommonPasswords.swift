/// The most common passwords, in lowercase, without those shorter than six characters.
enum CommonPasswords {
    static let table = TextTable(words.split(whereSeparator: { $0 == " " || $0 == "\n" }).map { String($0) })

    private static let words = """
        123456 1234567 12345678 123456789 1234567890 123123 123123123 123321 123654 654321 7654321 87654321 987654321
        0987654321 111111 1111111 11111111 111222 112233 11223344 121212 131313 147258 147258369 159357 159753 222222
        333333 444444 555555 666666 777777 7777777 888888 88888888 999999 000000 00000000 101010 202020 696969 123abc
        123qwe 1234qwer 12345qwert 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 zaq12wsx q1w2e3r4 q1w2e3r4t5 qwe123
        qwer1234 qwerty qwerty1 qwerty12 qwerty123 qwerty1234 qwertyuiop qwertz qwertzuiop azerty azertyuiop asdfgh
        asdfghjkl asdf1234 asd123 zxcvbn zxcvbnm zxcvbnm123 qazwsx qazwsxedc abc123 abcd1234 abcdef abcdefg abcdefgh
        abcd12345 a123456 a12345678 a1b2c3 a1b2c3d4 aa123456 aaaaaa password password1 password12 password123
        password1234 passw0rd p@ssw0rd p@ssword pa55word pa$$word pass123 pass1234 passwort passwort1 motdepasse
        contraseña contrasena senha123 parola haslo123 wachtwoord admin123 admin1234 administrator adminadmin root123
        rootroot toor123 user123 user1234 guest123 test123 test1234 testtest testing changeme changeme123 default
        letmein letmein1 letmein123 welcome welcome1 welcome123 welcome2024 welcome2025 hello123 hellohello login123
        secret secret123 access access14 master master123 superman batman spiderman ironman starwars pokemon naruto
        minecraft fortnite football football1 baseball basketball soccer hockey liverpool arsenal chelsea barcelona
        juventus realmadrid dragon monkey tigger tiger123 shadow sunshine sunshine1 princess princess1 flower butterfly
        chocolate cookie banana orange cheese pepper ginger iloveyou iloveyou1 iloveyou2 loveme lovely forever
        michael jordan23 jennifer jessica ashley daniel thomas charlie andrew joshua matthew robert hunter hunter2
        jordan harley ranger buster maggie samsung google computer internet whatever nothing freedom trustno1 killer
        matrix phoenix mustang ferrari mercedes corvette yamaha summer winter spring2024 summer2024 summer2025
        winter2024 january december monday friday
        """
}
